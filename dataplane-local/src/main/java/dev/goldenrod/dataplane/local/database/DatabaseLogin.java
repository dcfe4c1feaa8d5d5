package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.dataplane.local.record.DatabaseFolder;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.LoginProblems;
import java.util.Optional;

/**
 * The login of one database. A reset saves the next password before the engine gets it, and makes
 * it the current one afterwards, so that the right one can be found after a crash in between. Not
 * thread-safe.
 */
record DatabaseLogin(DatabaseFolder folder) {
  /** Returns why no client can log in to the running server. Does not change the database. */
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

  /** Changes the password of the running server and of future credentials. */
  void reset(EngineServer server, int port) {
    server.resetLogin(port, folder.createNextPassword());
    folder.confirmNextPassword();
  }
}
