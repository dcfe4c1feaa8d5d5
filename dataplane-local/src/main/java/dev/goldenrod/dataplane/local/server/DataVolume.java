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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * Where things are in a volume that holds a database. The volume and all that lies beside the data
 * directory is the control plane's.
 *
 * @param root the volume's directory
 * @param view makes a command one that sees the whole data directory; see {@link
 *     VolumeStore#command}
 */
public record DataVolume(Path root, UnaryOperator<List<String>> view) implements PrivateFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What a snapshot of a database tells of it, its password included. */
  public static final String SNAPSHOT = "snapshot.json";

  private static final String INFO = "golden.json";
  private static final String NO_MORE = "--";
  private static final String REMOVING =
      "while [ \"$1\" != -- ]; do rm -rf -- \"$1\" || exit; shift; done; shift; exec \"$@\"";

  static final String PORT = "port";

  /** A volume whose data directory every process sees whole. */
  public DataVolume(Path root) {
    this(root, UnaryOperator.identity());
  }

  /** The volume of that name, mounted if need be. */
  public static DataVolume of(VolumeStore volumes, String name) {
    return new DataVolume(volumes.path(name), command -> volumes.command(name, command));
  }

  /**
   * Makes a volume that is in no store: a directory of the server's with one of the user's in it.
   * What is there already is left as it is.
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
      throw new UncheckedIOException("cannot make a volume in " + root, e);
    }
  }

  /** The data directory. */
  public Path data() {
    return root.resolve(VolumeStore.DATA);
  }

  /** Where the configuration is that Goldenrod writes at each start; it goes with the volume. */
  public Path conf() {
    return root.resolve("conf");
  }

  /**
   * What is known of the data.
   *
   * @throws DataPlaneException when that is missing or damaged
   */
  public DatabaseInfo info() {
    Path file = root.resolve(INFO);
    try {
      if (JSON.readTree(Files.readAllBytes(file)) instanceof ObjectNode values) {
        return JSON.treeToValue(upgraded(values), DatabaseInfo.class);
      }
      throw new IOException("it holds no JSON object");
    } catch (IOException e) {
      throw new DataPlaneException(
          "%s is missing or damaged: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** When there was one engine only, the volume did not tell which. */
  private static ObjectNode upgraded(ObjectNode values) {
    if (values.has("major")) {
      values.put("type", PostgresEngine.TYPE);
      values.put("release", values.remove("major").asText());
      values.set("user", values.remove("role"));
    }
    return values;
  }

  /** Writes what is known of the data; the volume is not frozen yet. */
  public void write(DatabaseInfo info) {
    try {
      write(INFO, JSON.writeValueAsString(info));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The command that runs the given one where the data directory is whole, without those files of
   * it, which are there no more where every process sees it whole.
   */
  List<String> commandWithout(List<String> files, List<String> command) {
    if (view.apply(command).equals(command)) {
      return command;
    }
    List<String> line = new ArrayList<>(List.of("sh", "-c", REMOVING, "sh"));
    files.forEach(file -> line.add(data().resolve(file).toString()));
    line.add(NO_MORE);
    line.addAll(command);
    return view.apply(line);
  }

  /** The port that the volume's server was last started with; empty when it never was. */
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

  /** One process alone has the volume, and one thread at a time. */
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
