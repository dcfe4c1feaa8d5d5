package dev.goldenrod.e2e;

import java.nio.file.Path;

/** Kills a server that runs its own databases. */
class DatabaseKillIT extends DatabaseKills {
  @Override
  ServerProcess startServer(String password) {
    ServerProcess made = withRoom(ServerProcess.in(folder));
    made.putSecret("shop", password);
    return made.start();
  }

  @Override
  Path dataDir() {
    return server.dataDir();
  }

  @Override
  void killAndStart() {
    server.kill();
    if (random.nextBoolean()) {
      EngineProcesses.killOneServerOf(dataDir(), random);
    }
    server.start();
  }

  @Override
  void end() {
    server.close();
  }
}
