/**
 * What travels between server and client, under the names the client uses. The types are made from the server's own schema
 * (schema.ts); here they are only named, and narrowed where the client knows more than a schema can say.
 */
import type * as told from './schema';

export type {
  CandidateDocument as Candidate,
  ChatMessage,
  ClientMessage,
  DecisionDocument as Decision,
  EventDocument as GameEvent,
  FoundDocument as Analysis,
  GameDocument as GameListed,
  GroundDocument as Ground,
  HintDocument as Hint,
  MeShown as Me,
  MomentDocument as Moment,
  MoveDocument as MoveTold,
  OfferDocument as Offer,
  PersonShown as Person,
  PreviewDocument as Preview,
  Problem,
  ReasonDocument as Reason,
  SaidDocument as ChatLine,
  ScoresDocument as ScoresTold,
  SeatDocument as Seat,
  SeatTo,
  ServerMessage,
  StatisticsLine as Statistics,
  StepDocument as Step,
  TableDocument as Table,
  TableMessage,
  TokenShown as Token,
} from './schema';

export type Takebacks = told.TableDocument['takebacks'];

/** A clock as it is wished for. */
export type Clock = null | told.TurnClock | (told.BankClock & { increment: number });

export type SeatWish =
  { kind: 'me' } | { kind: 'here'; name: string } | { kind: 'open' } | { kind: 'bot'; level: string };

/** A new table; the server takes less, the client always says everything. */
export interface TableWish extends Required<Omit<told.NewTable, 'seats' | 'clock'>> {
  seats: SeatWish[];
  clock: Clock;
}
