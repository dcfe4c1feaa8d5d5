package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.imports.physical.PhysicalImportCheck;
import dev.goldenrod.engine.postgres.imports.physical.PhysicalImportPreparation;
import dev.goldenrod.engine.postgres.imports.physical.SpareWal;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.VersionRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.stream.Collectors;

/** Frozen volumes made of data directories that an admin registered. Thread-safe. */
final class PhysicalImports {
  private static final String HANDLE = "dir:";
  private static final String PREFIX = "dir-";

  /** What the volume tells of the version that it is a copy of. */
  private static final String VERSION = "version.json";

  private static final String COPY = "copy";
  private static final int HASH_LENGTH = 32;

  private final ImportContext context;
  private final FrozenVolumes volumes;

  PhysicalImports(ImportContext context, FrozenVolumes volumes) {
    this.context = context;
    this.volumes = volumes;
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
    volumes.ensure(name, (volume, staging) -> copyIn(version, volume, staging));
    return name;
  }

  /** Whether there is a volume of the version, also one that was never finished. */
  boolean isThere(VersionRef version) {
    return volumes.isThere(nameOf(version));
  }

  /** Removes the volume; the directory itself stays as it is. */
  void remove(VersionRef version) {
    volumes.remove(nameOf(version));
  }

  /** The versions of all volumes, also of those that were never finished. */
  Set<VersionRef> versions() {
    return context.volumes().list().stream()
        .filter(name -> name.startsWith(PREFIX))
        .map(name -> context.volumes().path(name).resolve(VERSION))
        .flatMap(file -> Staging.read(file, VersionRef.class).stream())
        .collect(Collectors.toSet());
  }

  private void copyIn(VersionRef version, DataVolume volume, Staging staging) {
    Path registered = Path.of(version.handle().substring(HANDLE.length()));
    ImportRoots.Allowed directory = context.importRoots().require(registered);
    PhysicalImportCheck check = new PhysicalImportCheck(directory.path());
    check.requireWorthCopying();
    Path copy = volume.root().resolve(COPY);
    try {
      Files.writeString(volume.root().resolve(VERSION), Staging.json(version));
      new PhysicalImportCopy(directory, context.volumes().freeBytes()).to(copy);
      int major = check.requireUsable(copy);
      SpareWal.delete(copy);
      context.server(major);
      lend(copy, volume);
      volume.write(
          new PhysicalImportPreparation(
                  context.preparation(
                      PostgresEngine.TYPE, Integer.toString(major), volume, staging))
              .run());
    } catch (IOException e) {
      throw new DataPlaneException("cannot copy %s: %s".formatted(directory.path(), e), e);
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
