package dev.goldenrod.dataplane.local.record;

import dev.goldenrod.engine.EngineServer.Login;
import java.util.Objects;

/**
 * That a client could log in once, and how.
 *
 * @param generation that of the data, whose login was tried
 */
public record VerifiedLogin(int generation, Login login) {
  public VerifiedLogin {
    Objects.requireNonNull(login);
  }
}
