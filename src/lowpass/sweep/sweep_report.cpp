#include "lowpass/sweep/sweep_work.h"
#include "lowpass/record/bytes.h"

namespace lowpass {
namespace {

void put(ByteWriter& writer, const GenerationRecord& r) {
  writer.put(r.generation);
  writer.put(r.evaluations);
  writer.put(r.coefficients);
  for (const double number : {r.best, r.mean, r.worst, r.best_so_far}) writer.put(number);
  writer.put(static_cast<std::uint64_t>(r.signals.size()));
  for (const Signal& signal : r.signals) {
    writer.put_text(signal.name);
    writer.put(signal.value);
  }
  writer.put(r.diverged);
}

GenerationRecord get_generation(ByteReader& reader) {
  GenerationRecord r{};
  r.generation = reader.get<std::uint32_t>();
  r.evaluations = reader.get<std::int64_t>();
  r.coefficients = reader.get<std::int64_t>();
  for (double* number : {&r.best, &r.mean, &r.worst, &r.best_so_far}) {
    *number = reader.get<double>();
  }
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) {
    const std::string name = reader.get_text();
    r.signals.push_back({name, reader.get<double>()});
  }
  r.diverged = reader.get<int>();
  return r;
}

}  // namespace

std::string report_bytes(const SweepReport& report) {
  ByteWriter writer;
  writer.put(static_cast<std::uint64_t>(report.run));
  writer.put(static_cast<std::uint64_t>(report.generations.size()));
  for (const GenerationRecord& record : report.generations) put(writer, record);
  writer.put(static_cast<std::uint64_t>(report.spectra.size()));
  for (const SpectrumRecord& record : report.spectra) {
    writer.put(record.generation);
    writer.put(record.mean);
    writer.put(record.sigma);
  }
  writer.put_text(report.state);
  writer.put(static_cast<std::uint8_t>(report.is_last));
  writer.put(static_cast<std::uint8_t>(report.is_finished));
  writer.put(report.seconds);
  writer.put(static_cast<std::uint64_t>(report.attachments.size()));
  for (const std::string& text : report.attachments) writer.put_text(text);
  writer.put(static_cast<std::uint8_t>(report.failure.has_value()));
  if (report.failure) {
    writer.put(static_cast<std::uint8_t>(report.failure->kind()));
    writer.put_text(report.failure->what());
  }
  return writer.bytes();
}

SweepReport report_from_bytes(std::string_view bytes) {
  ByteReader reader(bytes);
  SweepReport report{.run = reader.get<std::uint64_t>()};
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) {
    report.generations.push_back(get_generation(reader));
  }
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) {
    SpectrumRecord record{.generation = reader.get<std::uint32_t>(), .mean = {}, .sigma = {}};
    record.mean = reader.get_numbers();
    record.sigma = reader.get_numbers();
    report.spectra.push_back(std::move(record));
  }
  report.state = reader.get_text();
  report.is_last = reader.get<std::uint8_t>() != 0;
  report.is_finished = reader.get<std::uint8_t>() != 0;
  report.seconds = reader.get<double>();
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) {
    report.attachments.push_back(reader.get_text());
  }
  if (reader.get<std::uint8_t>() != 0) {
    const auto kind = static_cast<ErrorKind>(reader.get<std::uint8_t>());
    report.failure = Error(kind, reader.get_text());
  }
  return report;
}

}  // namespace lowpass
