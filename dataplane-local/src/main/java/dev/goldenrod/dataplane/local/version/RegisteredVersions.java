package dev.goldenrod.dataplane.local.version;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.JsonFile;
import dev.goldenrod.dataplane.local.preparation.FrozenVolumes;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.engine.imports.DataDirectoryImporter;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.VersionRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Frozen copies of the data directories and snapshots that an admin registered. They outlive their
 * source. Thread-safe.
 */
record RegisteredVersions(
    PreparationContext context,
    FrozenVolumes volumes,
    Installations installations,
    ImportRoots roots) {
  private static final DataDirectoryImporter IMPORTER = Engines.dataDirectoryImporter();
  private static final String DIRECTORY = "dir:";
  private static final String SNAPSHOT = "snapshot:";
  private static final String SNAPSHOT_VOLUME = "snapshot-";
  private static final String PREFIX = "dir-";
  private static final String VERSION = "version.json";
  private static final String COPY = "copy";
  private static final int HASH_LENGTH = 32;

  static boolean isOne(VersionRef version) {
    return version.handle().startsWith(DIRECTORY) || version.handle().startsWith(SNAPSHOT);
  }

  /** Returns why the directory of the handle cannot be used; empty for other kinds of handles. */
  Optional<String> problemOf(String handle) {
    try {
      if (handle.startsWith(DIRECTORY)) {
        requireDirectory(handle);
      }
      return Optional.empty();
    } catch (DataPlaneException | InvalidPathException unusable) {
      return Optional.of(String.valueOf(unusable.getMessage()));
    }
  }

  String volumeOf(VersionRef version) {
    String name = nameOf(version);
    volumes.ensure(name, (staged, folder) -> make(version, staged, folder));
    return name;
  }

  /** Returns whether the version has a volume, complete or not. */
  boolean hasVolume(VersionRef version) {
    return volumes.exists(nameOf(version));
  }

  /** Removes the volume; its source is kept. */
  void remove(VersionRef version) {
    volumes.remove(nameOf(version));
  }

  Set<VersionRef> versions() {
    return context.volumes().list().stream()
        .filter(name -> name.startsWith(PREFIX) && !context.volumes().isDamaged(name))
        .map(name -> context.volumes().path(name).resolve(VERSION))
        .flatMap(file -> JsonFile.read(file, VersionRef.class).stream())
        .collect(Collectors.toSet());
  }

  private void make(VersionRef version, String staged, WorkFolder folder) {
    if (version.handle().startsWith(SNAPSHOT)) {
      cloneSnapshot(version, staged);
      note(version, staged);
    } else {
      DataVolume volume = new DataVolume(context.volumes().create(staged));
      note(version, staged);
      copyDirectory(version, volume, folder);
    }
  }

  /** Refuses a directory that does not exist, may not be copied or is not of PostgreSQL. */
  private ImportRoots.Allowed requireDirectory(String handle) {
    ImportRoots.Allowed directory = roots.require(Path.of(handle.substring(DIRECTORY.length())));
    IMPORTER.requireWorthCopying(directory.path());
    return directory;
  }

  private void copyDirectory(VersionRef version, DataVolume volume, WorkFolder folder) {
    ImportRoots.Allowed directory = requireDirectory(version.handle());
    Path copy = volume.root().resolve(COPY);
    new DirectoryCopy(directory, context.volumes().freeBytes()).to(copy);
    String release = IMPORTER.check(directory.path(), copy);
    installations.server(IMPORTER.type(), release);
    context.prepare(IMPORTER, release, copy, volume, folder);
  }

  private void cloneSnapshot(VersionRef version, String name) {
    String snapshot = SNAPSHOT_VOLUME + version.handle().substring(SNAPSHOT.length());
    if (!context.volumes().exists(snapshot)) {
      throw unusable(version, "there is no such snapshot of a database");
    }
    context.volumes().clone(snapshot, name, context.runAs());
    DataVolume volume = new DataVolume(context.volumes().path(name));
    if (!volume.info().type().equals(PostgresEngine.TYPE)) {
      throw unusable(
          version,
          "it is from %s, but clones support only PostgreSQL".formatted(volume.info().type()));
    }
    deletePassword(volume);
  }

  /** Clones do not need the password of the snapshot's database. */
  private static void deletePassword(DataVolume volume) {
    try {
      Files.deleteIfExists(volume.root().resolve(DataVolume.SNAPSHOT));
    } catch (IOException e) {
      throw new DataPlaneException("cannot delete a file of " + volume.root() + ": " + e, e);
    }
  }

  private static DataPlaneException unusable(VersionRef version, String why) {
    return new DataPlaneException(
        "golden '%s' version %d: '%s': %s"
            .formatted(version.golden(), version.version(), version.handle(), why));
  }

  private void note(VersionRef version, String staged) {
    Path file = context.volumes().path(staged).resolve(VERSION);
    try {
      Files.writeString(file, JsonFile.text(version));
    } catch (IOException e) {
      throw new DataPlaneException("cannot write %s: %s".formatted(file, e), e);
    }
  }

  private static String nameOf(VersionRef version) {
    String key = version.goldenId() + "/" + version.version();
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
      return PREFIX + HexFormat.of().formatHex(hash).substring(0, HASH_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Java has no SHA-256", e);
    }
  }
}
