// Reading what Python hands over, and handing arrays back: shared by all games.
//
// The Python rules judge positions; what is refused here is what this code could not play with safely.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "network.hpp"
#include "search.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {

namespace nb = nanobind;

/// A position beyond the fixed sizes of this core: the Python rules play it.
struct TooLarge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

[[noreturn]] inline void refuse(const std::string& place, const std::string& problem) {
  throw nb::value_error((place + ": " + problem).c_str());
}
inline void demand(bool so, const char* place, const char* problem) {
  if (!so) refuse(place, problem);
}

// Reading.

inline nb::handle field(const nb::dict& object, const char* name, const std::string& place) {
  PyObject* found = PyDict_GetItemString(object.ptr(), name);
  if (!found) refuse(place.empty() ? name : place + "." + name, "is missing");
  return found;
}
inline nb::dict dict_in(nb::handle value, const std::string& place) {
  if (!nb::isinstance<nb::dict>(value)) refuse(place, "must be an object");
  return nb::borrow<nb::dict>(value);
}
inline nb::list list_in(nb::handle value, const std::string& place, size_t most) {
  if (!nb::isinstance<nb::list>(value)) refuse(place, "must be a list");
  const nb::list list = nb::borrow<nb::list>(value);
  if (list.size() > most) refuse(place, "is too long");
  return list;
}
inline std::string text_in(nb::handle value, const std::string& place) {
  if (!nb::isinstance<nb::str>(value)) refuse(place, "must be a text");
  return nb::cast<std::string>(value);
}
inline int whole_in(nb::handle value, const std::string& place, int least, int most) {
  if (!nb::isinstance<nb::int_>(value)) refuse(place, "must be a whole number");
  int overflow = 0;
  const long found = PyLong_AsLongAndOverflow(value.ptr(), &overflow);
  if (overflow || found < least || found > most)
    refuse(place, "must be from " + std::to_string(least) + " to " + std::to_string(most));
  return static_cast<int>(found);
}
/// A number of any kind; not finite is none.
template <class T>
T number_in(nb::handle value, const std::string& place) {
  T found{};
  if (!nb::try_cast(value, found))
    refuse(place, std::is_same_v<T, bool> ? "must be true or false" : "must be a number");
  if constexpr (std::is_floating_point_v<T>)
    if (!std::isfinite(found)) refuse(place, "must be a finite number");
  return found;
}
template <size_t many>
int name_in(nb::handle value, const std::string& place, const std::array<std::string_view, many>& names) {
  const auto found = std::find(names.begin(), names.end(), text_in(value, place));
  if (found == names.end()) refuse(place, "is not a known name");
  return static_cast<int>(found - names.begin());
}

template <class T>
using Array = nb::ndarray<nb::numpy, T>;

/// A new numpy array, which owns its memory.
template <class T>
std::pair<T*, Array<T>> new_array(std::initializer_list<size_t> shape) {
  size_t size = 1;
  for (const size_t side : shape) size *= side;
  T* data = new T[size]();
  const nb::capsule owner(data, [](void* memory) noexcept { delete[] static_cast<T*>(memory); });
  return {data, Array<T>(data, shape, owner)};
}

/// An array of Python's, whatever its numbers are kept in, with so many dimensions.
template <class T>
using Given = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;

template <class T>
Given<T> given_array(const nb::dict& source, const char* name, size_t dimensions, const char* place) {
  Given<T> array;
  const nb::handle value = field(source, name, place);
  if (!nb::try_cast(value, array) || array.ndim() != dimensions)
    refuse(std::string(place) + "." + name, "must be an array of numbers with " + std::to_string(dimensions) +
                                                (dimensions == 1 ? " dimension" : " dimensions"));
  return array;
}

/// Runs `work(begin, end)` over so many items on so many threads.
template <class Work>
void in_parallel(int items, int threads, Work work) {
  std::vector<std::thread> helpers;
  const auto border = [&](int part) { return static_cast<int>(static_cast<int64_t>(items) * part / threads); };
  for (int part = 1; part < threads; ++part) helpers.emplace_back([&, part] { work(border(part), border(part + 1)); });
  work(0, border(1));
  for (std::thread& helper : helpers) helper.join();
}

inline int checked_threads(int threads) {
  if (threads < 1 || threads > 256) throw nb::value_error("threads: must be from 1 to 256");
  return threads;
}

/// The fitted numbers of a judgement: the arrays that the game's evaluation.py names. `check(inputs)` refuses a number
/// of features that the game does not have.
template <class Check>
Network read_network(const nb::dict& source, Check check) {
  Network network;
  const auto read = [&](const char* name, size_t dimensions) {
    const auto array = given_array<float>(source, name, dimensions, "network");
    const std::vector<float> found(array.data(), array.data() + array.size());
    for (const float number : found)
      if (!std::isfinite(number)) refuse(std::string("network.") + name, "has a number that is not finite");
    return found;
  };
  network.bias = number_in<float>(field(source, "bias", "network"), "network.bias");
  network.linear = read("linear", 1);
  network.inner = read("inner", 2);
  network.offset = read("offset", 1);
  network.outer = read("outer", 1);
  network.doubt_at = read("doubt", 1);
  network.inputs = static_cast<int>(network.linear.size());
  network.hidden = static_cast<int>(network.offset.size());
  const size_t inputs = network.linear.size(), hidden = network.offset.size();
  check(network.inputs);
  if (hidden > Network::most_hidden)
    refuse("network.offset", "must have " + std::to_string(Network::most_hidden) + " numbers at most");
  if (hidden && given_array<float>(source, "inner", 2, "network").shape(1) != hidden)
    refuse("network.inner", "must have a column for each number of offset");
  if (network.inner.size() != inputs * hidden) refuse("network.inner", "must have a row for each number of linear");
  if (network.outer.size() != hidden) refuse("network.outer", "must have as many numbers as offset");
  if (network.doubt_at.size() < 2) refuse("network.doubt", "must have two numbers at least");
  return network;
}

inline Style style_of(const nb::dict& source) {
  Style style;
  for (const auto [key, value] : source) {
    const std::string name = text_in(key, "style");
    const std::string place = "style." + name;
    if (name == "turns") {
      style.turns = number_in<float>(value, place);
    } else if (name == "samples") {
      style.samples = number_in<int>(value, place);
    } else if (name == "prior") {
      style.prior = number_in<float>(value, place);
    } else if (name == "exploration") {
      style.exploration = number_in<float>(value, place);
    } else if (name == "glances") {
      style.glances = number_in<int>(value, place);
    } else if (name == "looks") {
      style.looks = whole_in(value, place, 0, 1000);
    } else if (name == "building") {
      style.building = number_in<float>(value, place);
    } else if (name == "plain") {
      style.plain = number_in<bool>(value, place);
    } else {
      refuse("style", "there is no '" + name + "'");
    }
  }
  if (style.turns < 0 || style.samples < 1 || style.prior < 0 || style.exploration < 0 || style.glances < 1 ||
      style.building < 0)
    refuse("style", "samples and glances are at least 1, nothing is below 0");
  return style;
}

}  // namespace TENSHU_LEVEL
}  // namespace tenshu
