// boardgame.io's own server with a game of Coffee Chess's size: 64 squares, a bank, what each player has saved.
// Started by compare.py: node server.js PORT FOLDER; boardgame.io and node-persist come from NODE_PATH.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

// It would listen to the whole network; a benchmark listens to this machine only.
const { Server: HttpServer } = require("http");
const listen = HttpServer.prototype.listen;
HttpServer.prototype.listen = function (port, callback) {
  return listen.call(this, port, "127.0.0.1", callback);
};

const [port, folder] = process.argv.slice(2);
const isOwn = (square, player) => (square + Math.floor(square / 8)) % 2 === Number(player);

const game = {
  name: "beans",
  setup: () => ({ beans: Array(64).fill(0), bank: 100000, saved: [2, 2] }),
  moves: {
    place: ({ G, playerID }, square) => {
      if (!isOwn(square, playerID) || G.saved[playerID] === 0) return INVALID_MOVE;
      G.saved[playerID] -= 1;
      G.beans[square] += 1;
    },
    end: ({ G, events, playerID }) => {
      G.saved[1 - playerID] += 2;
      G.bank -= 2;
      events.endTurn();
    },
  },
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST], db: new FlatFile({ dir: folder }) });
server.run(Number(port), () => console.log("ready"));
