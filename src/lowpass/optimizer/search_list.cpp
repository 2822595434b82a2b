#include "lowpass/optimizer/cma_es.h"
#include "lowpass/optimizer/cosyne.h"
#include "lowpass/optimizer/openai_es.h"
#include "lowpass/optimizer/pgpe.h"
#include "lowpass/optimizer/random_search.h"
#include "lowpass/optimizer/search.h"
#include "lowpass/optimizer/sep_cma_es.h"
#include "lowpass/optimizer/snes.h"
#include "lowpass/optimizer/xnes.h"

namespace lowpass {

const std::vector<SearchEntry>& searches() {
  static const std::vector<SearchEntry> all = {
      snes_entry(),    //
      xnes_entry(),    //
      cma_es_entry(),  //
      sep_cma_es_entry(), openai_es_entry(),     pgpe_entry(),
      cosyne_entry(),     random_search_entry(), random_guessing_entry(),
  };
  return all;
}

}  // namespace lowpass
