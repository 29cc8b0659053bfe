// The search: a tree over the small decisions of turns, with everything hidden drawn anew in each simulation.
//
// The same algorithm as src/tenshu/players/search.py; docs/players.md says what each part of it is worth.
#pragma once

#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

#include "chance.hpp"

namespace tenshu {
inline namespace TENSHU_LEVEL {

// What a search must know of a game `G`:
//   types      State, Move, Decision (count, nth, each_move, allows), Network (doubt), Guide (made of a Chance)
//   figures    most_players, seats(state), mover(state), is_over(state)
//   a turn     at_turn_start(state); met_the_unknown(state): a move has shown what is hidden
//   chance     forget_hidden(state), determinize(state, chance), play_at_random(state, decision, chance)
//   moves      ask(state, decision), play(state, move, decision)
//   judgement  expectation(state, network) -> {points[], rounds}, shares(state, share[]): who has won,
//              rounds_left(state)
//   in thought finish_turn_somehow(state, decision, guide), finish_turn_well(state, decision, guide, network, samples)
//   following  take_up(from, later): `from` learns what `later` shows, false if they cannot be the same game;
//              same_moment(a, b)
//   repeats    may_repeat(state, before), repeats(before, move): the same turn in another order
//   thorough   (not every game) each_end(state, decision, network, visit(end, first move)): all ends of the turn, where
//              they are few enough to be looked at one by one

/// How a search thinks; the fields of `tenshu.table.search.Style`.
struct Style {
  float turns = 5;
  int samples = 12;
  float prior = 2;
  float exploration = 1;
  int glances = 4;
  int looks = 0;
  float building = 0;
  bool plain = false;  // random playouts to the end and no judgement: a measure of speed, not a player

  static constexpr float margin = 0.002f;      // what a point of margin is worth beside the chance to win
  static constexpr int patience = 1;           // visits of a position before its moves are judged
  static constexpr float least_prior = 1e-6f;  // even without a prior: there is always a mean
};

/// What a moment is worth to every seat.
template <class G>
struct Worth {
  float value[G::most_players];
  float win[G::most_players];
  float points[G::most_players];
};

inline constexpr float logistic_of_doubt = 0.5513f;  // √3 / π: the scale of a logistic curve by its standard deviation

/// A point of one's own counts `own` beside the chance to win.
template <class G>
Worth<G> worth_of(const typename G::State& state, const typename G::Network& network, float own) {
  Worth<G> worth;
  const int seats = G::seats(state);
  const auto expected = G::expectation(state, network);
  std::copy(expected.points, expected.points + seats, worth.points);
  if (seats == 1) {
    worth.value[0] = worth.points[0];
    worth.win[0] = 0;
    return worth;
  }
  if (G::is_over(state)) {
    G::shares(state, worth.win);
  } else {
    const float scale = std::max(0.1f, logistic_of_doubt * network.doubt(expected.rounds));
    float top = *std::max_element(worth.points, worth.points + seats), sum = 0;
    for (int seat = 0; seat < seats; ++seat) sum += worth.win[seat] = std::exp((worth.points[seat] - top) / scale);
    for (int seat = 0; seat < seats; ++seat) worth.win[seat] /= sum;
  }
  for (int seat = 0; seat < seats; ++seat) {
    float rival = -1e9f;
    for (int other = 0; other < seats; ++other)
      if (other != seat) rival = std::max(rival, worth.points[other]);
    worth.value[seat] = worth.win[seat] + Style::margin * (worth.points[seat] - rival) + own * worth.points[seat];
  }
  return worth;
}

/// The three figures of a move for the seat that makes it: value, chance to win, points.
using Figures = std::array<float, 3>;
using Sums = std::array<double, 3>;

template <class G>
Figures figures_of(const Worth<G>& worth, int seat) {
  return {worth.value[seat], worth.win[seat], worth.points[seat]};
}

/// One tree, one thread. It keeps what everybody sees and nothing else: what lies covered is forgotten at the door.
template <class G>
class Tree {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Decision = typename G::Decision;
  using Network = typename G::Network;
  using Guide = typename G::Guide;

  static constexpr size_t most_edges = size_t{1} << 22;  // 200 MB; a tree that has them grows no more

  struct Edge {
    Move move;
    int visits = 0;
    int child = -1;
    Figures judged{};        // before it was tried
    Sums sums{};             // over its visits
  };

  Tree(const State& root, const Network& network, const Style& style) : network_(network), style_(style) {
    reset(root);
  }

  void reset(const State& root) {
    nodes_.clear();
    nodes_.emplace_back();
    edge_count_ = 0;
    const float doubt = network_.doubt(G::rounds_left(root));
    own_ = G::seats(root) > 1 ? style_.building * doubt * doubt : 0;
    look_at(root, 0);
  }

  /// The legal moves of the root.
  const Decision& asked() const { return asked_; }
  const std::vector<Edge>& edges() const { return top().edges; }
  /// The edge of a legal move, looked for from a place on, which comes to lie behind it; null if there is none.
  const Edge* edge_of(const Move& move, size_t& place) const {
    for (size_t tried = 0; tried < edges().size(); ++tried) {
      const Edge& edge = edges()[place < edges().size() ? place : place = 0];
      ++place;
      if (edge.move == move) return &edge;
    }
    return nullptr;
  }

  /// What the moves of the root are worth: visits, and the judgements as so many more.
  Figures mean(const Edge& edge) const {
    Figures found;
    const double tries = top().tries, prior = std::max(style_.prior, Style::least_prior);
    for (size_t i = 0; i < found.size(); ++i) {
      const double drift = tries ? top().drifts[i] / tries : 0;
      found[i] = static_cast<float>((edge.sums[i] + prior * (edge.judged[i] + drift)) / (edge.visits + prior));
    }
    return found;
  }

  /// Goes on from a later moment of the same turn; false if the tree does not know it.
  bool follow(const State& later) {
    State from = root_;
    if (!G::take_up(from, later)) return false;
    const int found = find(from, asked_, top_, later, 3);
    if (found < 0) return false;
    look_at(later, found);
    return true;
  }

  /// Judges the moves of the root by all ends of the turn, where the game can list them, instead of by a few.
  void look_around(Chance& chance) {
    if constexpr (requires { &G::most_ends; }) {
      if (style_.plain || !style_.looks || asked_.count < 2) return;
      Node& node = nodes_[static_cast<size_t>(top_)];
      const int seat = G::mover(root_);
      std::vector<Figures> best(static_cast<size_t>(asked_.count), Figures{});
      for (int deal = 0; deal < style_.looks; ++deal) {
        State state = root_;
        G::determinize(state, chance);
        std::vector<Figures> found(best.size(), Figures{-1e9f, 0, 0});
        G::each_end(state, asked_, network_, [&](const State& end, const Move& first) {
          const Figures figures = figures_of(worth_of<G>(end, network_, own_), seat);
          Figures& kept = found[static_cast<size_t>(place_of(first))];
          if (figures[0] > kept[0]) kept = figures;
        });
        for (size_t i = 0; i < best.size(); ++i)
          for (size_t j = 0; j < best[i].size(); ++j) best[i][j] += found[i][j] / static_cast<float>(style_.looks);
      }
      Guide guide(chance);
      State state = root_;
      G::determinize(state, chance);
      choose(top_, state, asked_, Move{}, guide);  // opens the node
      for (Edge& edge : node.edges) {
        const int place = place_of(edge.move);
        if (place < 0 || best[static_cast<size_t>(place)][0] < -1e8f) continue;
        for (size_t i = 0; i < edge.judged.size(); ++i) {
          node.drifts[i] += edge.visits * static_cast<double>(edge.judged[i] - best[static_cast<size_t>(place)][i]);
          edge.judged[i] = best[static_cast<size_t>(place)][i];
        }
      }
    }
  }

  /// One look into the future.
  void simulate(Chance& chance) {
    State state = root_;
    G::determinize(state, chance);
    Decision decision = asked_;
    Guide guide(chance);
    path_.clear();
    int node = top_;
    Move before{};
    while (decision.count) {
      Node& here = nodes_[static_cast<size_t>(node)];
      const bool full = edge_count_ >= most_edges;
      if (!here.judged && (here.visits++ < style_.patience || full) && node != top_) break;
      const int chosen =
          style_.plain ? choose_plainly(node, decision, chance) : choose(node, state, decision, before, guide);
      const Edge& edge = nodes_[static_cast<size_t>(node)].edges[static_cast<size_t>(chosen)];
      path_.push_back({node, chosen, G::mover(state)});
      before = edge.move;
      const int child = edge.child;
      G::play(state, before, decision);
      if (child < 0) {
        if (full) break;
        nodes_[static_cast<size_t>(node)].edges[static_cast<size_t>(chosen)].child = static_cast<int>(nodes_.size());
        nodes_.emplace_back();
        node = static_cast<int>(nodes_.size()) - 1;
        if (style_.plain) break;
      } else {
        node = child;
      }
    }
    if (style_.plain) {
      G::play_at_random(state, decision, chance);
    } else {
      go_on(state, decision, guide);
    }
    const Worth<G> worth = worth_of<G>(state, network_, own_);
    for (const Step& step : path_) {
      Node& node = nodes_[static_cast<size_t>(step.node)];
      Edge& edge = node.edges[static_cast<size_t>(step.edge)];
      ++edge.visits;
      ++node.tries;
      const Figures found = figures_of(worth, step.seat);
      for (size_t i = 0; i < found.size(); ++i) {
        edge.sums[i] += found[i];
        node.drifts[i] += found[i] - edge.judged[i];
      }
    }
  }

 private:
  struct Node {
    std::vector<Edge> edges;
    int visits = 0;
    int tries = 0;
    Sums drifts{};  // by how much simulations ended above the judgement of the move they took
    bool judged = false;
    float unit = 1;  // the value of a point here, for the exploration
  };
  struct Step {
    int node, edge, seat;
  };

  const Node& top() const { return nodes_[static_cast<size_t>(top_)]; }
  int place_of(const Move& move) const {
    for (int i = 0; i < asked_.count; ++i)
      if (asked_.nth(i) == move) return i;
    return -1;
  }

  const Network& network_;
  Style style_;
  State root_;  // a view
  Decision asked_;
  std::vector<Node> nodes_;
  size_t edge_count_ = 0;
  std::vector<Step> path_;
  int top_ = 0;
  float own_ = 0;  // what a point of one's own is worth in this tree, by the style

  void look_at(const State& seen, int node) {
    root_ = seen;
    G::forget_hidden(root_);
    G::ask(root_, asked_);
    top_ = node;
  }

  /// Beyond the tree: the rest of the turn, and some more turns.
  void go_on(State& state, Decision& decision, Guide& guide) {
    if (decision.count && !G::at_turn_start(state))
      G::finish_turn_well(state, decision, guide, network_, style_.samples);
    for (float left = style_.turns; decision.count && left > 0; --left)
      G::finish_turn_well(state, decision, guide, network_, style_.samples);
  }

  void judge(Edge& edge, const State& state, Guide& guide) {
    const int seat = G::mover(state);
    State after = state;
    Decision next;
    G::play(after, edge.move, next);
    if (!next.count || G::at_turn_start(after)) {
      edge.judged = figures_of(worth_of<G>(after, network_, own_), seat);
      return;
    }
    edge.judged[0] = -1e9f;
    for (int i = 0; i < style_.glances; ++i) {
      State trial = after;
      Decision asked = next;
      G::finish_turn_somehow(trial, asked, guide);
      edge.judged = std::max(edge.judged, figures_of(worth_of<G>(trial, network_, own_), seat));
    }
  }

  int choose(int number, const State& state, const Decision& decision, const Move& before, Guide& guide) {
    Node& node = nodes_[static_cast<size_t>(number)];
    if (!node.judged) {
      node.judged = true;
      node.edges.reserve(static_cast<size_t>(decision.count));
      if (G::seats(state) > 1)
        node.unit = own_ + Style::margin +
                    1 / (4 * logistic_of_doubt * std::max(1.0f, network_.doubt(G::rounds_left(state))));
    }
    // Edges and legal moves stand in the same order; what is new in this simulation is put in between.
    size_t place = 0;
    int best = -1;
    float best_score = 0;
    bool only_once = false;
    if (G::may_repeat(state, before))
      decision.each_move([&](const Move& move) { only_once = only_once || !G::repeats(before, move); });
    const float prior = std::max(style_.prior, Style::least_prior);
    // The more simulations there are, the more of them may be spent on doubts: measured, see docs/players.md.
    const float tries = static_cast<float>(node.tries), bold = std::cbrt(std::max(1.0f, tries / 100));
    const float explore = style_.exploration * node.unit * bold * std::sqrt(std::log(tries + 2));
    // Turns that follow change what all moves are worth alike; judgements are moved to where the simulations are.
    const float drift = node.tries ? static_cast<float>(node.drifts[0] / node.tries) : 0;
    std::vector<Edge>& edges = node.edges;
    decision.each_move([&](const Move& move) {
      if (only_once && G::repeats(before, move)) return;
      if (place >= edges.size() || !(edges[place].move == move)) {
        size_t later = place;
        while (later < edges.size() && !(edges[later].move == move)) ++later;
        if (later < edges.size()) {
          place = later;
        } else {
          Edge edge;
          edge.move = move;
          judge(edge, state, guide);
          place = std::min(place, edges.size());
          edges.insert(edges.begin() + static_cast<std::ptrdiff_t>(place), edge);
          ++edge_count_;
          if (best >= static_cast<int>(place)) ++best;
        }
      }
      const Edge& edge = edges[place];
      const float visits = static_cast<float>(edge.visits);
      const float mean = (prior * (edge.judged[0] + drift) + static_cast<float>(edge.sums[0])) / (prior + visits);
      const float score = mean + explore / std::sqrt(visits + 1);
      if (best < 0 || score > best_score) best_score = score, best = static_cast<int>(place);
      ++place;
    });
    return best;
  }

  /// Plain UCT: every move once, then by value and visits.
  int choose_plainly(int number, const Decision& decision, Chance& chance) {
    Node& node = nodes_[static_cast<size_t>(number)];
    if (node.edges.empty()) {
      node.edges.reserve(static_cast<size_t>(decision.count));
      decision.each_move([&](const Move& move) {
        Edge edge;
        edge.move = move;
        node.edges.push_back(edge);
      });
      edge_count_ += node.edges.size();
      node.judged = true;
    }
    const size_t many = node.edges.size();
    const float explore = std::sqrt(2 * std::log(static_cast<float>(node.tries) + 1));
    float best_score = 0;
    int best = -1;
    size_t place = chance.below(static_cast<uint32_t>(many));
    for (size_t i = 0; i < many; ++i, place = place + 1 < many ? place + 1 : 0) {
      const Edge& edge = node.edges[place];
      if (!decision.allows(edge.move)) continue;
      if (!edge.visits) return static_cast<int>(place);
      const float visits = static_cast<float>(edge.visits);
      const float score = (static_cast<float>(edge.sums[0]) + explore * std::sqrt(visits)) / visits;
      if (best < 0 || score > best_score) best_score = score, best = static_cast<int>(place);
    }
    if (best >= 0) return best;
    Edge edge;  // only moves that no simulation before this one had
    edge.move = decision.nth(0);
    node.edges.push_back(edge);
    ++edge_count_;
    return static_cast<int>(many);
  }

  /// The node of a later moment that so many moves can lead to; -1 if there is none.
  int find(const State& from, const Decision& asked, int number, const State& later, int moves) const {
    if (G::same_moment(from, later)) return number;
    if (!moves || G::mover(from) != G::mover(later) || G::at_turn_start(later) || G::met_the_unknown(from)) return -1;
    for (const Edge& edge : nodes_[static_cast<size_t>(number)].edges) {
      if (edge.child < 0 || !asked.allows(edge.move)) continue;
      State after = from;
      Decision decision;
      G::play(after, edge.move, decision);
      if (G::at_turn_start(after)) continue;
      const int found = find(after, decision, edge.child, later, moves - 1);
      if (found >= 0) return found;
    }
    return -1;
  }
};

/// A search that goes on while the same turn does: one tree for each thread, asked together in the end.
template <class G>
class Search {
 public:
  using State = typename G::State;
  using Move = typename G::Move;
  using Network = typename G::Network;

  struct Candidate {
    Move move;
    int64_t visits;
    Figures figures;
  };
  struct Answer {
    std::vector<Candidate> candidates;  // the most visited first
    int64_t simulations = 0;
    double seconds = 0;
  };
  /// A bound of 0 is none.
  struct Bounds {
    int64_t simulations = 0;
    double seconds = 0;
    int threads = 1;
  };

  Search(Network network, const Style& style) : network_(std::move(network)), style_(style) {}
  Search(const Search&) = delete;  // trees refer to the network
  Search& operator=(const Search&) = delete;

  /// `in_parallel(parts, work)` runs `work(part)` for every part at once. One thread at a time thinks; others wait.
  template <class InParallel>
  Answer think(const State& seen, const Bounds& bounds, uint64_t seed, InParallel in_parallel) {
    const std::lock_guard<std::mutex> alone(busy_);
    const Clock::time_point begin = Clock::now();
    const auto gone = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    const size_t threads = static_cast<size_t>(bounds.threads);
    if (trees_.size() > threads) trees_.resize(threads);
    for (auto& tree : trees_)
      if (!tree->follow(seen)) tree->reset(seen);
    while (trees_.size() < threads) trees_.push_back(std::make_unique<Tree<G>>(seen, network_, style_));
    std::vector<Chance> chances;
    for (size_t part = 0; part < threads; ++part) chances.emplace_back(seed, part);
    in_parallel(bounds.threads, [&](int part) {
      const size_t place = static_cast<size_t>(part);
      trees_[place]->look_around(chances[place]);
    });

    // In rounds: after each of them it is seen whether another move can still become the most visited one. All trees
    // are asked together, and rounds are counted in simulations, so that threads do not change the answer by chance.
    const int64_t all = bounds.simulations ? bounds.simulations : std::numeric_limits<int64_t>::max();
    int64_t done = 0;
    for (bool open = true; open;) {
      const int64_t each = bounds.threads > 1 ? std::max(at_once, done / 16) : at_once;
      const int64_t round = std::min(all - done, each * bounds.threads);
      std::vector<int64_t> grown(threads);
      in_parallel(bounds.threads, [&](int part) {
        const size_t place = static_cast<size_t>(part);
        const int64_t mine = round / bounds.threads + (part < round % bounds.threads);
        Chance chance = chances[place];  // a copy: chances lie side by side, and threads would wait for each other
        int64_t many = 0;
        while (many < mine && !(bounds.seconds > 0 && many && gone() >= bounds.seconds)) {
          trees_[place]->simulate(chance);
          ++many;
        }
        chances[place] = chance;
        grown[place] = many;
      });
      for (const int64_t mine : grown) done += mine;
      double left = static_cast<double>(all - done);
      if (bounds.seconds > 0) {
        const double spent = gone();
        left = std::min(left, (bounds.seconds - spent) / spent * static_cast<double>(done));
      }
      open = left > 0 && trees_[0]->asked().count > 1 && static_cast<double>(lead_in_visits()) <= left;
    }
    Answer answer = asked_together();
    answer.simulations = done;
    answer.seconds = gone();
    return answer;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int64_t at_once = 16;

  Network network_;
  Style style_;
  std::vector<std::unique_ptr<Tree<G>>> trees_;
  std::mutex busy_;

  /// Calls `visit(move, edges)` for every legal move, with its edges in all trees.
  template <class Visit>
  void each_move(Visit visit) const {
    std::vector<size_t> places(trees_.size());
    std::vector<std::pair<const Tree<G>*, const typename Tree<G>::Edge*>> edges;
    trees_[0]->asked().each_move([&](const Move& move) {
      edges.clear();
      for (size_t i = 0; i < trees_.size(); ++i)
        if (const typename Tree<G>::Edge* edge = trees_[i]->edge_of(move, places[i])) edges.emplace_back(trees_[i].get(), edge);
      visit(move, edges);
    });
  }

  /// By how many visits the most visited move leads.
  int64_t lead_in_visits() const {
    int64_t first = 0, second = 0;
    each_move([&](const Move&, const auto& edges) {
      int64_t visits = 0;
      for (const auto& [tree, edge] : edges) visits += edge->visits;
      second = std::max(second, std::min(first, visits));
      first = std::max(first, visits);
    });
    return first - second;
  }

  Answer asked_together() const {
    Answer answer;
    each_move([&](const Move& move, const auto& edges) {
      if (edges.empty()) return;  // the same turn as another move in another order
      Candidate candidate{move, 0, {}};
      double weight = 0;
      Sums sums{};
      for (const auto& [tree, edge] : edges) {
        const Figures mean = tree->mean(*edge);
        const double here = edge->visits + 1e-3;
        for (size_t i = 0; i < sums.size(); ++i) sums[i] += here * mean[i];
        weight += here;
        candidate.visits += edge->visits;
      }
      for (size_t i = 0; i < sums.size(); ++i) candidate.figures[i] = static_cast<float>(sums[i] / weight);
      candidate.figures[1] = std::clamp(candidate.figures[1], 0.0f, 1.0f);  // judgements that were moved may lie beyond
      answer.candidates.push_back(candidate);
    });
    std::stable_sort(answer.candidates.begin(), answer.candidates.end(), [](const Candidate& a, const Candidate& b) {
      return a.visits != b.visits ? a.visits > b.visits : a.figures[0] > b.figures[0];
    });
    return answer;
  }
};

}  // namespace TENSHU_LEVEL
}  // namespace tenshu
