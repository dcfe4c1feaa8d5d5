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
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Clones a PostgreSQL data directory, shows how to log in, and leaves nothing behind once Enter was
 * pressed.
 */
public final class EmbeddedGoldenrod {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private EmbeddedGoldenrod() {}

  /** Takes a PostgreSQL data directory that was stopped cleanly. */
  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      System.err.println("usage: EmbeddedGoldenrod <postgresql-data-directory>");
      System.exit(2);
    }
    Path dataDir = Files.createTempDirectory("goldenrod-embedded-");
    Path stopped = Path.of(args[0]).toAbsolutePath();
    try (DataDirectory directory = DataDirectory.lock(dataDir);
        DataPlane dataPlane = LocalDataPlane.open(options(directory, stopped));
        Store store = JdbiStore.h2(directory.store());
        ControlPlane control = open(store, dataPlane)) {
      Actor me = control.admin();
      Instance clone = launch(control, me, "dir:" + stopped);
      System.out.println("psql '" + control.instances().credentials(me, clone.id()).uri() + "'");
      System.in.read();
      destroy(control, me, clone);
    }
    LocalDataPlane.purge(dataDir);
  }

  private static LocalOptions options(DataDirectory directory, Path stopped) {
    return LocalOptions.builder(directory).importRoots(List.of(stopped)).build();
  }

  /** The name in leases stays the same, so that a killed program goes on at once. */
  static ControlPlane open(Store store, DataPlane dataPlane) {
    return ControlPlane.builder()
        .store(store)
        .dataPlane(dataPlane)
        .serverName(dataPlane.identity())
        .build()
        .start();
  }

  static Instance launch(ControlPlane control, Actor me, String handle) {
    control.goldens().register(me, Goldens.RegisterVersion.of("shop", Substrate.POSTGRES, handle));
    Instance launched =
        control.instances().launch(me, Instances.Launch.latest("shop", Ttl.parse("8h")));
    Instance settled = control.instances().awaitSettled(me, launched.id(), PATIENCE).join();
    if (settled.phase() != InstancePhase.READY) {
      throw new IllegalStateException("no clone: " + settled.status().message());
    }
    return settled;
  }

  /** Without this the clone would go on running: databases outlive the control plane. */
  static void destroy(ControlPlane control, Actor me, Instance clone) {
    control.instances().destroy(me, clone.id());
    control.instances().awaitSettled(me, clone.id(), PATIENCE).exceptionally(gone -> clone).join();
  }
}
