package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.postgres.imports.physical.PhysicalImportCheck;
import dev.goldenrod.engine.postgres.imports.physical.PhysicalImportPreparation;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.VersionRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Frozen volumes made of data directories that an admin registered. Thread-safe. */
final class PhysicalImports {
  private static final String HANDLE = "dir:";
  private static final String PREFIX = "dir-";

  /** What the volume tells of the version that it is a copy of. */
  private static final String VERSION = "version.json";

  private static final String STAGED = "-staged";
  private static final String COPY = "copy";
  private static final int HASH_LENGTH = 32;
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;
  private final Map<String, Object> locks = new ConcurrentHashMap<>();

  PhysicalImports(ImportContext context) {
    this.context = context;
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
      if (!context.volumes().exists(name)) {
        make(name, version);
      }
    }
    return name;
  }

  /** Whether there is a volume of the version, also one that was never finished. */
  boolean isThere(VersionRef version) {
    String name = nameOf(version);
    return context.volumes().exists(name)
        || context.volumes().exists(name + STAGED)
        || staging(name).exists();
  }

  /** Removes the volume; the directory itself stays as it is. */
  void remove(VersionRef version) {
    String name = nameOf(version);
    synchronized (locks.computeIfAbsent(name, key -> new Object())) {
      staging(name).removeAll();
      InitStep.discard(context, name + STAGED);
      context.volumes().remove(name);
    }
  }

  /** The versions of all volumes, also of those that were never finished. */
  Set<VersionRef> versions() {
    return context.volumes().list().stream()
        .filter(name -> name.startsWith(PREFIX))
        .map(name -> context.volumes().path(name).resolve(VERSION))
        .flatMap(file -> Staging.read(file, VersionRef.class).stream())
        .collect(Collectors.toSet());
  }

  private void make(String name, VersionRef version) {
    Path registered = Path.of(version.handle().substring(HANDLE.length()));
    ImportRoots.Allowed directory = context.importRoots().require(registered);
    PhysicalImportCheck check = new PhysicalImportCheck(directory.path());
    check.requireWorthCopying();
    String staged = name + STAGED;
    Staging staging = staging(name);
    Processes.killAll(staging.folder(), KILL_PATIENCE);
    InitStep.discard(context, staged);
    staging.removeAll();
    staging.create();
    try {
      DataVolume volume = new DataVolume(context.volumes().create(staged));
      Files.writeString(volume.root().resolve(VERSION), Staging.json(version));
      Path copy = volume.root().resolve(COPY);
      new PhysicalImportCopy(directory, context.volumes().freeBytes()).to(copy);
      int major = check.requireUsable(copy);
      context.server(major);
      lend(copy, volume);
      volume.write(
          new PhysicalImportPreparation(context.preparation(major, volume, staging)).run());
      context.volumes().freeze(staged);
      context.volumes().rename(staged, name);
    } catch (IOException e) {
      InitStep.discard(context, staged);
      throw new DataPlaneException("cannot copy %s: %s".formatted(directory.path(), e), e);
    } catch (RuntimeException e) {
      InitStep.discard(context, staged);
      throw e;
    } finally {
      staging.removeAll();
    }
  }

  /** Until here nobody but the server's user could change the copy. */
  private void lend(Path copy, DataVolume volume) {
    try {
      Files.delete(volume.data());
      Files.move(copy, volume.data(), StandardCopyOption.ATOMIC_MOVE);
      context.runAs().chownTree(volume.data());
    } catch (IOException e) {
      throw new DataPlaneException("cannot move the copy to %s: %s".formatted(volume.data(), e), e);
    }
  }

  private Staging staging(String name) {
    return new Staging(context.root().imports(), name, context.runAs());
  }

  private static String nameOf(VersionRef version) {
    String key = version.goldenId() + "/" + version.version();
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return PREFIX + HexFormat.of().formatHex(hash).substring(0, HASH_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
