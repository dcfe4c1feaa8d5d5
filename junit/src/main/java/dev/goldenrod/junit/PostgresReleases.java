package dev.goldenrod.junit;

import dev.goldenrod.client.Engines.Engine;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** The PostgreSQL major versions that a server supports. Thread-safe. */
final class PostgresReleases {
  private static final System.Logger LOG = System.getLogger(PostgresReleases.class.getName());
  private static final String TYPE = "postgresql";

  private final Api api;
  private final Function<String, String> adaptAdvice;
  private final AtomicBoolean hasLoggedNewest = new AtomicBoolean();

  private PostgresReleases(Api api, Function<String, String> adaptAdvice) {
    this.api = api;
    this.adaptAdvice = adaptAdvice;
  }

  /** Versions of a server elsewhere, whose administrator has the Goldenrod command. */
  static PostgresReleases ofRemoteServer(Api api) {
    return new PostgresReleases(api, advice -> advice + " on the server's machine");
  }

  /** Versions of the test server, whose user only has its jar as a command. */
  static PostgresReleases ofTestServer(Api api, ServerFolder folder) {
    return new PostgresReleases(
        api, advice -> folder.asCommands(advice) + "; or install a package of this system");
  }

  /** Returns the version for a golden; throws with a remedy if it is not available. */
  String of(Golden golden) {
    Map<String, String> problems = problems();
    String wanted = golden.recipe().postgres();
    if (wanted.isEmpty()) {
      return newest(problems);
    }
    if (!available(problems).contains(wanted)) {
      throw new GoldenrodException(
          "golden '%s' needs PostgreSQL %s, which cannot run; %s can%s"
              .formatted(
                  golden.name(),
                  wanted,
                  String.join(", ", available(problems)),
                  problems.containsKey(wanted)
                      ? "; " + adaptAdvice.apply(problems.get(wanted))
                      : ""));
    }
    return wanted;
  }

  private String newest(Map<String, String> problems) {
    List<String> available = available(problems);
    if (available.isEmpty()) {
      throw new GoldenrodException(
          "no version of PostgreSQL can run: "
              + problems.values().stream()
                  .reduce((older, newer) -> newer)
                  .map(adaptAdvice)
                  .orElse("the server has none"));
    }
    String newest = available.get(available.size() - 1);
    if (!hasLoggedNewest.getAndSet(true)) {
      LOG.log(
          Level.INFO,
          "Goldens are created on PostgreSQL {0}, the newest of {1} that can run; choose another"
              + " one with postgres(\"…\")",
          newest,
          String.join(", ", available));
    }
    return newest;
  }

  private static List<String> available(Map<String, String> problems) {
    return problems.keySet().stream().filter(release -> problems.get(release).isEmpty()).toList();
  }

  /** Returns the problem of each release, oldest first; empty for an available release. */
  private Map<String, String> problems() {
    Map<String, String> problems = new LinkedHashMap<>();
    for (Engine engine : api.send(client -> client.engines().list())) {
      if (engine.type().equals(TYPE)) {
        String problem = engine.available() ? "" : engine.message();
        problems.merge(engine.version(), problem, (one, other) -> one.isEmpty() ? one : other);
      }
    }
    return problems;
  }
}
