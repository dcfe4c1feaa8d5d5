package dev.goldenrod.dataplane.local.clone;

import dev.goldenrod.dataplane.local.clone.DatabaseEngine.Login;
import java.util.Objects;

/**
 * That a client could log in once, and how.
 *
 * @param generation which copy of the golden it was
 */
record Admission(int generation, Login login) {
  Admission {
    Objects.requireNonNull(login);
  }
}
