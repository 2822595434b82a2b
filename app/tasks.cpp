#include <cstdio>

#include <fmt/format.h>

#include "app/verbs.h"
#include "lowpass/configuration/configuration.h"
#include "lowpass/core/json_text.h"
#include "lowpass/optimizer/search.h"
#include "lowpass/task/task_list.h"

namespace lowpass::app {
namespace {

JsonText json_of(const std::string& table, const Key& key) {
  JsonText json = JsonText::object({{"key", table + "." + key.name},
                                    {"type", key.type},
                                    {"default", key.default_text()},
                                    {"allowed", key.allowed},
                                    {"help", key.help}});
  if (!key.choices.empty()) json.add("choices", key.choices);
  if (key.low) json.add("low", *key.low);
  if (key.high) json.add("high", *key.high);
  return json;
}

JsonText json_of(const std::string& table, const std::vector<Key>& keys) {
  JsonText list = JsonText::array();
  for (const Key& key : keys) list.add(json_of(table, key));
  return list;
}

void print_json() {
  JsonText task_list = JsonText::array(), search_list = JsonText::array(),
           general = JsonText::array();
  for (const TaskEntry* task : tasks()) {
    JsonText json = JsonText::object({{"name", task->name}, {"help", task->help}});
    for (const Key& key : task->keys) {
      if (key.name == "preset") json.add("presets", key.choices);
    }
    json.add("size", task->size ? JsonText("task." + task->size->key) : JsonText());
    task_list.add(json.add("keys", json_of("task", task->keys)));
  }
  for (const SearchEntry& search : searches()) {
    search_list.add(JsonText::object({{"name", search.name},
                                      {"help", search.help},
                                      {"keys", json_of("optimizer", search.keys)}}));
  }
  for (const GeneralKey& key : general_keys()) general.add(json_of(key.table, key.key));
  fmt::print("{}\n",
             JsonText::object({{"tasks", task_list}, {"searches", search_list}, {"keys", general}})
                 .text());
}

void print_key(const std::string& table, const Key& key) {
  fmt::print("  {:<24} {}\n{:27}allowed: {}; default: {}\n", table + "." + key.name, key.help, "",
             key.allowed, key.default_text());
}

void print_text() {
  for (const TaskEntry* task : tasks()) {
    fmt::print("{:<9} {}\n", task->name, task->help);
    for (const Key& key : task->keys) print_key("task", key);
    fmt::print("\n");
  }
  fmt::print("Keys of every task, for --set and .toml files:\n");
  for (const GeneralKey& key : general_keys()) print_key(key.table, key.key);
  fmt::print("\nSearches (optimizer.name), and the keys of each:\n\n");
  for (const SearchEntry& search : searches()) {
    fmt::print("{:<12} {}\n", search.name, search.help);
    for (const Key& key : search.keys) print_key("optimizer", key);
  }
}

}  // namespace

void run(const TasksOptions& options) { options.json ? print_json() : print_text(); }

}  // namespace lowpass::app
