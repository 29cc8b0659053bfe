/** Hears about a table before its game begins. The game itself has its own connection. */
import type { Table } from '../protocol/types';

const AGAIN = 2500;

export function listen(id: string, heard: (table: Table) => void, gone: () => void): () => void {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  function open(): void {
    const address = new URL(`/api/tables/${id}/live`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    socket = new WebSocket(address);
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as { type: string; table?: Table };
      if (message.type === 'table' && message.table) heard(message.table);
    };
    socket.onclose = ({ code }) => {
      if (ended) return;
      if (code === 4404) gone();
      else timer = setTimeout(open, AGAIN);
    };
  }
  open();
  return () => {
    ended = true;
    clearTimeout(timer);
    socket?.close();
  };
}
