/** A rule book as the rules page reads it. Which chapters and figures there are is the game's affair. */
import type { Component } from 'svelte';
import type { Catalogue } from '../texts/catalogue';
import type { RulingGroup } from './rulings';

export type Block =
  | string
  | { list: string[] }
  | { steps: string[] }
  | { sub: string; title: string }
  /** Something drawn or listed by the game itself. */
  | { figure: string; caption?: string }
  | { rulings: true };

export interface Chapter {
  id: string;
  title: string;
  blocks: Block[];
}

export interface RulesText {
  lead: string;
  chapters: readonly Chapter[];
  /** What was decided where the printed rules are silent; group titles in this language. */
  rulings: readonly RulingGroup[];
  /** Further sentences for the game's figures. */
  words: Catalogue;
}

export interface FigureProps {
  figure: string;
  caption: string;
  text: RulesText;
  /** What is searched for: a figure of many things shows those that match. */
  sought: string;
}

export interface RuleBook {
  readonly text: (language: string) => Promise<RulesText>;
  readonly Figure: Component<FigureProps>;
  /** Drawings that figures refer to, put on the page once. */
  readonly Defs?: Component;
  /** What a figure says, for the search: one entry for each of its parts. */
  readonly said: (figure: string, text: RulesText) => readonly string[];
}
