package dev.goldenrod.dataplane.local.version;

import dev.goldenrod.dataplane.local.file.JsonFile;
import dev.goldenrod.dataplane.local.preparation.FrozenVolumes;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.server.DataVolume;
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

/** Frozen copies of the data directories and snapshots that an admin registered. Thread-safe. */
final class RegisteredVersions {
  private static final String PREFIX = "dir-";

  private static final String VERSION = "version.json";

  private static final int HASH_LENGTH = 32;

  private final PreparationContext context;
  private final FrozenVolumes volumes;
  private final RegisteredDirectories directories;
  private final RegisteredSnapshots snapshots;

  RegisteredVersions(
      PreparationContext context, FrozenVolumes volumes, RegisteredDirectories directories) {
    this.context = context;
    this.volumes = volumes;
    this.directories = directories;
    this.snapshots = new RegisteredSnapshots(context);
  }

  static boolean isOne(VersionRef version) {
    return version.handle().startsWith(RegisteredDirectories.HANDLE)
        || version.handle().startsWith(RegisteredSnapshots.HANDLE);
  }

  /** Returns why the directory of the handle cannot be used; empty for other kinds of handles. */
  Optional<String> problemOf(String handle) {
    try {
      if (handle.startsWith(RegisteredDirectories.HANDLE)) {
        directories.require(handle);
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
    if (version.handle().startsWith(RegisteredSnapshots.HANDLE)) {
      snapshots.make(version, staged);
      note(version, staged);
    } else {
      DataVolume volume = new DataVolume(context.volumes().create(staged));
      note(version, staged);
      directories.fill(version, volume, folder);
    }
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
