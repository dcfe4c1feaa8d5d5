package dev.goldenrod.bench.http;

import dev.goldenrod.bench.measure.IdleDataPlane;
import dev.goldenrod.bench.measure.ServerProcess;
import dev.goldenrod.console.Console;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.member.Actor;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.UUID;

/** A program that serves the console with rows in its store and an idle data plane. */
final class ConsoleServer {
  /** The golden that has a page of its own. */
  static final String GOLDEN = "bench";

  private static final long GIB = 1L << 30;

  private ConsoleServer() {}

  /**
   * Serves the console, and prints the port and the path of a page that signs in. The arguments are
   * the number of rows of each kind, and the directory of a new store in H2, or the URL of an empty
   * PostgreSQL database, its user and a file with the user's password.
   */
  public static void main(String[] arguments) throws IOException {
    int rows = Integer.parseInt(arguments[0]);
    try (JdbiStore store = open(arguments);
        ControlPlane control =
            ControlPlane.builder()
                .store(store)
                .settings(BenchServer.NO_LIMIT)
                .dataPlane(new IdleDataPlane("idle"))
                .build();
        Console console = new Console(control, "bench");
        HttpApi http = HttpApi.create(control, HttpOptions.defaults(), console::addTo)) {
      Actor admin = control.admin();
      UUID cluster = control.clusters().list(admin).get(0).id();
      new SeededRows(admin, cluster, Instant.now()).insert(store, rows, 0);
      register(control, rows);
      int port = http.start("127.0.0.1", 0).port();
      ServerProcess.announceAndWait(port, Console.signInPath(control, admin));
    }
  }

  private static JdbiStore open(String[] arguments) throws IOException {
    return arguments.length == 2
        ? JdbiStore.h2(Path.of(arguments[1]).resolve("store"))
        : JdbiStore.open(arguments[1], arguments[2], Files.readString(Path.of(arguments[3])));
  }

  private static void register(ControlPlane control, int goldens) {
    for (int i = 0; i < goldens; i++) {
      String name = i == 0 ? GOLDEN : GOLDEN + "-" + i;
      control
          .goldens()
          .register(
              control.admin(),
              new Goldens.RegisterVersion(name, Substrate.POSTGRES, "seeded", "idle:" + name, GIB));
    }
  }
}
