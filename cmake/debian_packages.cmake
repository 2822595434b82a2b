# What is missing is told with the line that installs it, from the one list of packages: who builds by
# `pip install` or CMake alone has not been through ./lowpass, which installs it.

function(_fail_with_packages what)
  file(STRINGS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../packages lines)
  set(group "")
  set(names "")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "#.*" "" line "${line}")
    string(STRIP "${line}" line)
    if(line MATCHES "^\\[")
      set(group ${line})
    elseif(line AND group STREQUAL "[build]")
      string(APPEND names " ${line}")
    endif()
  endforeach()
  message(FATAL_ERROR "${what} is missing. On Debian and Ubuntu this line installs all that a build needs:\n"
                      "  sudo apt-get install --yes --no-install-recommends${names}\n")
endfunction()

function(require_found name found)
  if(NOT found)
    _fail_with_packages(${name})
  endif()
endfunction()

# Before project(), which would say it in words of its own.
function(require_compiler)
  if(NOT CMAKE_CXX_COMPILER AND "$ENV{CXX}" STREQUAL "")
    find_program(LOWPASS_ANY_COMPILER NAMES c++ g++ clang++)
    mark_as_advanced(LOWPASS_ANY_COMPILER)
    require_found("a C++ compiler" "${LOWPASS_ANY_COMPILER}")
  endif()
endfunction()
