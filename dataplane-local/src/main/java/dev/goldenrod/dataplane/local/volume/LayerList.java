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
 * The file in an entry that lists its layers: their number, then one layer per line, the topmost
 * first. Files of earlier releases have no number. An incomplete file, as after a power failure, is
 * damaged, and does not say which layers the entry needs.
 */
final class LayerList {
  private static final String NAME = "layers";
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,4}");
  private static final Pattern LAYER = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}");

  private LayerList() {}

  static boolean isIn(Path directory) {
    return Files.exists(directory.resolve(NAME));
  }

  static void write(Path entry, List<String> layers) throws IOException {
    String text = layers.size() + "\n" + String.join("\n", layers) + "\n";
    Path list = Files.writeString(entry.resolve(NAME), text);
    Files.setPosixFilePermissions(list, PosixFilePermissions.fromString("rw-------"));
  }

  /** Flushes the file to disk, which must happen before the entry gets its final name. */
  static void force(Path entry) throws IOException {
    DurableFile.force(entry.resolve(NAME));
  }

  /**
   * Returns the layers, or none if the entry does not exist.
   *
   * @throws DataPlaneException if the list is damaged
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
      throw damaged(entry, "it has lines that are not layers");
    }
    return layers;
  }

  private static DataPlaneException damaged(Path entry, String how) {
    return new DataPlaneException(
        "the list of layers %s is damaged: %s; all layers are kept until the list is restored from a backup or its volume is deleted"
            .formatted(entry.resolve(NAME), how));
  }
}
