package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The file in an entry that lists its layers: their number, and then each in a line, the topmost
 * first. Lists of earlier releases begin with the first layer. A list that is not whole, as after a
 * power failure, is damaged, and says nothing of what else belongs to the entry.
 */
final class LayerList {
  private static final String NAME = "layers";
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}");
  private static final Pattern LAYER = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}");

  private LayerList() {}

  /** Whether the directory is the entry of a volume of layers. */
  static boolean isIn(Path directory) {
    return Files.exists(directory.resolve(NAME));
  }

  /** Writes the list into an entry that is being made, and has none. */
  static void write(Path entry, List<String> layers) throws IOException {
    String text = layers.size() + "\n" + String.join("\n", layers) + "\n";
    Path list = Files.writeString(entry.resolve(NAME), text);
    Files.setPosixFilePermissions(list, PosixFilePermissions.fromString("rw-------"));
  }

  /** Waits until the list is on the disk, as it has to be before the entry has its name. */
  static void force(Path entry) throws IOException {
    DurableFile.force(entry.resolve(NAME));
  }

  /**
   * The layers; none when there is no such entry.
   *
   * @throws DataPlaneException when the list is damaged
   */
  static List<String> read(Path entry) throws IOException {
    String text;
    try {
      text = Files.readString(entry.resolve(NAME), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      if (Files.exists(entry)) {
        throw damaged(entry, "it is missing");
      }
      return List.of();
    }
    if (!text.endsWith("\n")) {
      throw damaged(entry, text.isEmpty() ? "it is empty" : "its end is missing");
    }
    return layers(entry, text.lines().toList());
  }

  private static List<String> layers(Path entry, List<String> lines) {
    boolean isCounted = NUMBER.matcher(lines.get(0)).matches();
    List<String> layers = isCounted ? lines.subList(1, lines.size()) : lines;
    if (isCounted && Integer.parseInt(lines.get(0)) != layers.size() || layers.isEmpty()) {
      throw damaged(entry, "it has %d of %s layers".formatted(layers.size(), lines.get(0)));
    }
    if (!layers.stream().allMatch(layer -> LAYER.matcher(layer).matches())) {
      throw damaged(entry, "it has lines that are no layers");
    }
    return layers;
  }

  private static DataPlaneException damaged(Path entry, String how) {
    return new DataPlaneException(
        "the list of layers %s is damaged: %s; all layers are kept until it is restored from a backup, or what it belongs to is deleted"
            .formatted(entry.resolve(NAME), how));
  }
}
