package dev.goldenrod.bench.http;

import dev.goldenrod.bench.measure.IdleDataPlane;
import dev.goldenrod.bench.measure.ServerProcess;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Settings;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.member.Actor;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** A program that serves the API with a store in a file and an idle data plane. */
final class BenchServer {
  static final Settings NO_LIMIT =
      new Settings(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Duration.ofSeconds(10));

  private BenchServer() {}

  /**
   * Serves the API, and prints the port and a token. The arguments are the directory of the new
   * store, and optionally the number of rows of each kind and of databases to be deleted.
   */
  public static void main(String[] arguments) throws IOException {
    try (JdbiStore store = JdbiStore.h2(Path.of(arguments[0]).resolve("store"));
        ControlPlane control =
            ControlPlane.builder()
                .store(store)
                .settings(NO_LIMIT)
                .dataPlane(new IdleDataPlane("idle"))
                .build();
        HttpApi http = HttpApi.create(control)) {
      String token = control.tokens().create(control.admin(), "bench", 0).secret();
      if (arguments.length > 1) {
        seed(store, control, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
      }
      control.start();
      ServerProcess.announceAndWait(http.start("127.0.0.1", 0).port(), token);
    }
  }

  private static void seed(JdbiStore store, ControlPlane control, int rows, int gone) {
    Actor admin = control.admin();
    UUID cluster = control.clusters().list(admin).get(0).id();
    new SeededRows(admin, cluster, Instant.now()).insert(store, rows, gone);
  }
}
