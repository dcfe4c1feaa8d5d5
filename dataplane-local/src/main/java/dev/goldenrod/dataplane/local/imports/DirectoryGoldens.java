package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.engine.PostgresHome;
import dev.goldenrod.dataplane.local.postgres.PostgresVolume;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.VersionRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Frozen volumes made of data directories that an admin registered. Thread-safe. */
final class DirectoryGoldens {
  private static final String HANDLE = "dir:";
  private static final String STAGED = "-staged";
  private static final int HASH_LENGTH = 32;
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final Machine machine;
  private final Map<String, Object> locks = new ConcurrentHashMap<>();

  DirectoryGoldens(Machine machine) {
    this.machine = machine;
  }

  /** Whether the version is a registered directory. */
  static boolean isOne(VersionRef version) {
    return version.handle().startsWith(HANDLE);
  }

  /**
   * The name of the frozen volume, which is made if it is not there. One thread makes it; others
   * wait.
   *
   * @throws DataPlaneException when the directory cannot be used
   */
  String volumeOf(VersionRef version) {
    String name = nameOf(version);
    synchronized (locks.computeIfAbsent(name, key -> new Object())) {
      if (!machine.volumes().exists(name)) {
        make(name, Path.of(version.handle().substring(HANDLE.length())));
      }
    }
    return name;
  }

  /** Removes the volume; the directory itself stays as it is. */
  void remove(VersionRef version) {
    String name = nameOf(version);
    synchronized (locks.computeIfAbsent(name, key -> new Object())) {
      staging(name).removeAll();
      Provisioning.discard(machine, name + STAGED);
      machine.volumes().remove(name);
    }
  }

  private void make(String name, Path directory) {
    PostgresHome home = machine.homes().server(new DataDirectoryCheck(directory).requireUsable());
    String staged = name + STAGED;
    Staging staging = staging(name);
    Processes.killAll(staging.folder(), KILL_PATIENCE);
    Provisioning.discard(machine, staged);
    staging.removeAll();
    staging.create();
    try {
      PostgresVolume volume = new PostgresVolume(machine.volumes().adopt(staged, directory));
      strip(volume.data());
      new DirectoryPreparation(machine, home, volume, staging).run();
      machine.volumes().freeze(staged);
      machine.volumes().rename(staged, name);
    } catch (RuntimeException e) {
      Provisioning.discard(machine, staged);
      throw e;
    } finally {
      staging.removeAll();
    }
  }

  /** Removes from the copy what is not to run. */
  private static void strip(Path data) {
    try {
      for (String name : List.of("postgresql.auto.conf", "standby.signal", "recovery.signal")) {
        Files.deleteIfExists(data.resolve(name));
      }
      // A slot would keep WAL for a subscriber that knows nothing of clones.
      try (Stream<Path> slots = Files.list(data.resolve("pg_replslot"))) {
        slots.forEach(Staging::delete);
      }
    } catch (IOException e) {
      throw new DataPlaneException("cannot prepare the copy in %s: %s".formatted(data, e), e);
    }
  }

  private Staging staging(String name) {
    return new Staging(machine.root().imports(), name, machine.runAs());
  }

  private static String nameOf(VersionRef version) {
    String key = version.goldenId() + "/" + version.version();
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return "dir-" + HexFormat.of().formatHex(hash).substring(0, HASH_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
