package dev.goldenrod.dataplane.local.record;

import dev.goldenrod.engine.EngineServer.Login;
import java.util.Objects;

/** A login that was tested with the data of a generation. */
public record VerifiedLogin(int generation, Login login) {
  public VerifiedLogin {
    Objects.requireNonNull(login);
  }
}
