package dev.goldenrod.examples.embedding;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Instances;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.local.LocalOptions;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Clones a PostgreSQL data directory and prints how to log in. Enter deletes the clone. At the end
 * of the input the clone keeps running, and the next start on the same data directory finds it, as
 * does {@code goldenrod serve --data-dir}.
 */
public final class EmbeddedGoldenrod {
  private static final String GOLDEN = "shop";
  private static final Duration LIFE = Duration.ofHours(8);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private EmbeddedGoldenrod() {}

  /** Takes the data directories of Goldenrod and of a cleanly stopped PostgreSQL server. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: EmbeddedGoldenrod <data-directory> <postgresql-data-directory>");
      System.exit(2);
    }
    run(Path.of(args[0]), Path.of(args[1]).toAbsolutePath(), System.in, System.out);
  }

  static void run(Path dataDir, Path stopped, InputStream in, PrintStream out) throws IOException {
    try (DataDirectory directory = DataDirectory.lock(dataDir);
        DataPlane dataPlane = LocalDataPlane.open(options(directory, stopped));
        Store store = JdbiStore.h2(directory.store());
        ControlPlane control = open(store, dataPlane, directory.serverName())) {
      Actor me = control.admin();
      registerOnce(control, me, "dir:" + stopped);
      Instance clone = findOrLaunch(control, me);
      out.println("psql '" + control.instances().credentials(me, clone.id()).uri() + "'");
      if (in.read() != -1) {
        delete(control, me, clone);
      }
    }
  }

  private static LocalOptions options(DataDirectory directory, Path stopped) {
    return LocalOptions.builder(directory).importRoots(List.of(stopped)).build();
  }

  /** The same server name in leases lets a program that was killed continue at once. */
  static ControlPlane open(Store store, DataPlane dataPlane, String serverName) {
    return ControlPlane.builder()
        .store(store)
        .dataPlane(dataPlane)
        .serverName(serverName)
        .build()
        .start();
  }

  static void registerOnce(ControlPlane control, Actor me, String handle) {
    if (control.goldens().list(me).isEmpty()) {
      control
          .goldens()
          .register(me, Goldens.RegisterVersion.of(GOLDEN, Substrate.POSTGRES, handle));
    }
  }

  static Instance findOrLaunch(ControlPlane control, Actor me) {
    Instance clone =
        control.instances().list(me).stream()
            .filter(EmbeddedGoldenrod::isUsable)
            .findFirst()
            .orElseGet(() -> launch(control, me));
    return control.instances().awaitReady(me, clone.id(), PATIENCE);
  }

  private static boolean isUsable(Instance clone) {
    return clone.phase() != InstancePhase.FAILED && clone.phase() != InstancePhase.TERMINATING;
  }

  private static Instance launch(ControlPlane control, Actor me) {
    return control.instances().launch(me, Instances.Launch.latest(GOLDEN, LIFE));
  }

  static void delete(ControlPlane control, Actor me, Instance clone) {
    control.instances().delete(me, clone.id());
    control.instances().awaitDeleted(me, clone.id(), PATIENCE);
  }
}
