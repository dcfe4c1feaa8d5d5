package dev.goldenrod.dataplane.local.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BinaryOperator;

/**
 * The layout of a volume with a database. All files outside the data directory are the control
 * plane's.
 *
 * @param view wraps the second list, a command, so that it sees the whole data directory, without
 *     the files in the first list; see {@link VolumeStore#command(String, List, List)}
 */
public record DataVolume(Path root, BinaryOperator<List<String>> view) implements PrivateFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The file with the facts about a snapshot's database, including its password. */
  public static final String SNAPSHOT = "snapshot.json";

  private static final String INFO = "golden.json";

  static final String PORT = "port";

  public DataVolume(Path root) {
    this(root, (files, command) -> command);
  }

  public static DataVolume of(VolumeStore volumes, String name) {
    return new DataVolume(
        volumes.path(name), (files, command) -> volumes.command(name, files, command));
  }

  /**
   * Creates a volume outside the store, as a directory of the server's user with a data directory
   * of the given user. Existing directories are kept.
   */
  public static DataVolume make(Path root, RunAs user) {
    DataVolume volume = new DataVolume(root);
    try {
      Files.createDirectories(root);
      user.letPass(root);
      if (!Files.isDirectory(volume.data())) {
        Files.createDirectory(volume.data(), OwnerOnly.FOLDER);
        user.chown(volume.data());
      }
      return volume;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create a volume in " + root, e);
    }
  }

  public Path data() {
    return root.resolve(VolumeStore.DATA);
  }

  /** Returns the folder of the configuration, which every start of the server replaces. */
  public Path conf() {
    return root.resolve("conf");
  }

  /**
   * Reads the information about the database in the volume.
   *
   * @throws DataPlaneException if the information is missing or damaged
   */
  public DatabaseInfo info() {
    Path file = root.resolve(INFO);
    try {
      if (JSON.readTree(Files.readAllBytes(file)) instanceof ObjectNode values) {
        return JSON.treeToValue(upgraded(values), DatabaseInfo.class);
      }
      throw new IOException("it contains no JSON object");
    } catch (IOException e) {
      throw new DataPlaneException(
          "%s is missing or damaged: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Converts the format of releases that had PostgreSQL only. */
  private static ObjectNode upgraded(ObjectNode values) {
    if (values.has("major")) {
      values.put("type", PostgresEngine.TYPE);
      values.put("release", values.remove("major").asText());
      values.set("user", values.remove("role"));
    }
    return values;
  }

  /** Writes the information about the database; the volume must not be frozen. */
  public void write(DatabaseInfo info) {
    try {
      write(INFO, JSON.writeValueAsString(info));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Wraps the command to see the data directory without the given files. Without a wrapper, all
   * processes see the directory whole, and the files were deleted already.
   */
  List<String> commandWithout(List<String> files, List<String> command) {
    List<String> paths = files.stream().map(file -> data().resolve(file).toString()).toList();
    return view.apply(paths, command);
  }

  /** Returns the port of the server's last start, or empty if it was never started. */
  public OptionalInt configuredPort() {
    Path file = conf().resolve(PORT);
    try {
      return Files.exists(file)
          ? OptionalInt.of(Integer.parseInt(Files.readString(file).strip()))
          : OptionalInt.empty();
    } catch (IOException | NumberFormatException e) {
      throw new DataPlaneException("cannot read %s: %s".formatted(file, e), e);
    }
  }

  @Override
  public Optional<String> read(String name) {
    try {
      return Optional.of(Files.readString(root.resolve(name)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new DataPlaneException("cannot read %s: %s".formatted(root.resolve(name), e), e);
    }
  }

  @Override
  public void write(String name, String text) {
    Path file = root.resolve(name);
    try {
      DurableFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new DataPlaneException("cannot write %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Needs no lock: a volume is used by one process, and one thread at a time. */
  @Override
  public String createIfMissing(String name, String text) {
    return read(name)
        .orElseGet(
            () -> {
              write(name, text);
              return text;
            });
  }

  @Override
  public void rename(String from, String text, String to) {
    if (!read(from).equals(Optional.of(text))) {
      return;
    }
    try {
      Files.move(root.resolve(from), root.resolve(to), StandardCopyOption.ATOMIC_MOVE);
      DurableFile.force(root);
    } catch (IOException e) {
      throw new DataPlaneException("cannot replace %s: %s".formatted(root.resolve(to), e), e);
    }
  }

  @Override
  public void remove(String name) {
    try {
      Files.deleteIfExists(root.resolve(name));
    } catch (IOException e) {
      throw new DataPlaneException("cannot remove %s: %s".formatted(root.resolve(name), e), e);
    }
  }
}
