package dev.goldenrod.testing;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.source.SourceCheck;
import dev.goldenrod.source.SourceConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sources of a {@link FakeDataPlane}. Guarded by the data plane's lock. */
final class FakeSources {
  private static final SourceCheck CHECK =
      new SourceCheck("17.2", 3L << 30, 12, List.of("subscription 'feed' is left out"));

  private final Map<SourceConnection, String> passwords = new HashMap<>();
  private String problem = "";
  private boolean storesPasswords = true;

  void problem(String next) {
    problem = next;
  }

  void storesPasswords(boolean wanted) {
    storesPasswords = wanted;
  }

  boolean storesPasswords() {
    return storesPasswords;
  }

  SourceCheck check() {
    if (!problem.isEmpty()) {
      throw new DataPlaneException(problem);
    }
    return CHECK;
  }

  void store(SourceConnection source, String password) {
    passwords.put(source, password);
  }

  Optional<String> password(SourceConnection source) {
    return Optional.ofNullable(passwords.get(source));
  }
}
