package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.engine.EngineServer.Login;
import java.util.Objects;

/**
 * That a client could log in once, and how.
 *
 * @param generation that of the data, whose login was tried
 */
record VerifiedLogin(int generation, Login login) {
  VerifiedLogin {
    Objects.requireNonNull(login);
  }
}
