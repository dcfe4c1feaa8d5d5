package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.local.record.DatabaseFolder;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.LoginProblems;
import java.util.Optional;

/**
 * The login of one database. A new password is kept before the engine is told it, and becomes the
 * database's when the engine has it: after a kill in between, the one that works is found again.
 * One thread at a time.
 */
record DatabaseLogin(DatabaseFolder folder) {
  /**
   * Why no client can log in to the running server; empty when one can. Changes nothing in the
   * database.
   *
   * @param port where the server listens on the loopback address
   */
  Optional<String> problem(EngineServer server, int port) {
    Optional<String> problem =
        folder.lostPassword().or(() -> server.loginProblem(port, folder.password()));
    if (problem.isPresent() && isNextKnown(server, port)) {
      folder.confirmNextPassword();
      return Optional.empty();
    }
    return problem.map(LoginProblems::message);
  }

  private boolean isNextKnown(EngineServer server, int port) {
    return folder
        .nextPassword()
        .filter(next -> server.loginProblem(port, next).isEmpty())
        .isPresent();
  }

  /** Gives the running server another password, which clients are told from then on. */
  void reset(EngineServer server, int port) {
    server.resetLogin(port, folder.createNextPassword());
    folder.confirmNextPassword();
  }
}
