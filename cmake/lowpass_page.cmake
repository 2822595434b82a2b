# The page of `serve` and `report`: bundled from web/ by esbuild (Node.js, npm), embedded into the
# program by the assembler. Without Node.js, or without network on the first build, the program is
# built with an empty page, and the two verbs say what is missing.
option(LOWPASS_PAGE "Bundle the page of serve and report, if Node.js and npm are there" ON)

set(LOWPASS_NODE_FOUND FALSE)
if(LOWPASS_PAGE)
  find_program(LOWPASS_NODE NAMES node nodejs)
  find_program(LOWPASS_NPM NAMES npm)
  find_program(LOWPASS_FLOCK NAMES flock)
  if(LOWPASS_NODE AND LOWPASS_NPM)
    execute_process(COMMAND ${LOWPASS_NODE} --version OUTPUT_VARIABLE version
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    string(REGEX REPLACE "^v" "" version "${version}")
    if(version VERSION_GREATER_EQUAL 18)
      set(LOWPASS_NODE_FOUND TRUE)
    endif()
  endif()
endif()

# lowpass_embed_page(SOURCE): SOURCE embeds the file that LOWPASS_PAGE_FILE names.
function(lowpass_embed_page source)
  set(web ${PROJECT_SOURCE_DIR}/web)
  set(page ${PROJECT_BINARY_DIR}/web/page.html)
  if(LOWPASS_NODE_FOUND)
    file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${web}/src/*.ts ${web}/src/*.css ${web}/src/*.html)
    # Several builds share web/node_modules: one installs at a time.
    set(alone)
    if(LOWPASS_FLOCK)
      set(alone ${LOWPASS_FLOCK} ${web}/build.mjs)
    endif()
    add_custom_command(
      OUTPUT ${page}
      COMMAND ${alone} ${LOWPASS_NODE} ${web}/build.mjs --npm ${LOWPASS_NPM} --out ${page}
              $<$<BOOL:${LOWPASS_TESTS}>:--with-tests>
      DEPENDS ${inputs} ${web}/build.mjs ${web}/package.json ${web}/package-lock.json
      COMMENT "Bundling the page" VERBATIM COMMAND_EXPAND_LISTS)
  else()
    file(WRITE ${page} "")
  endif()
  set(definitions LOWPASS_PAGE_FILE="${page}")
  if(NOT LOWPASS_PAGE)
    list(APPEND definitions LOWPASS_PAGE_IS_OFF)
  endif()
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${page} COMPILE_DEFINITIONS
                                                   "${definitions}")
  # The assembler's directive is hidden from a compiler cache that looks at preprocessed text only.
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()
