package dev.goldenrod.dataplane.local.volume;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The merged view of an overlayfs directory, computed from its layers without a mount. A file hides
 * what is below it in lower layers, and so does a whiteout (a device of size 0); an opaque
 * directory hides lower directories.
 */
final class LayeredTree {
  private static final String OPAQUE = "overlay.opaque";
  private static final String YES = "y";

  private final Set<Path> hidden = new HashSet<>();
  private final Map<Path, List<Path>> directories = new HashMap<>();
  private final Map<Path, Path> files = new HashMap<>();
  private long bytes;

  private LayeredTree() {}

  /**
   * Returns the bytes of the visible files, which may change concurrently.
   *
   * @param layers the same directory in each layer, the topmost first
   */
  static long size(List<Path> layers) throws IOException {
    LayeredTree tree = merged(layers);
    long size = tree.bytes;
    for (List<Path> directory : tree.directories.values()) {
      size += size(directory);
    }
    return size;
  }

  /**
   * Returns the visible directories and files by their relative path, a directory before its
   * content. Files must not change concurrently.
   *
   * @param layers the same directory in each layer, the topmost first
   */
  static SortedMap<String, Path> files(List<Path> layers) throws IOException {
    SortedMap<String, Path> files = new TreeMap<>();
    collect("", layers, files);
    return files;
  }

  private static void collect(String below, List<Path> layers, Map<String, Path> files)
      throws IOException {
    LayeredTree tree = merged(layers);
    tree.files.forEach((name, file) -> files.put(below + name, file));
    for (Map.Entry<Path, List<Path>> directory : tree.directories.entrySet()) {
      String path = below + directory.getKey();
      files.put(path, directory.getValue().get(0));
      collect(path + "/", directory.getValue(), files);
    }
  }

  /** Returns the visible entries of one directory. */
  private static LayeredTree merged(List<Path> layers) throws IOException {
    LayeredTree tree = new LayeredTree();
    for (Path layer : layers) {
      tree.add(layer);
      if (layers.size() > 1 && isOpaque(layer)) {
        break;
      }
    }
    return tree;
  }

  private void add(Path layer) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(layer)) {
      for (Path entry : entries) {
        if (!hidden.contains(entry.getFileName())) {
          attributes(entry).ifPresent(attributes -> add(entry, attributes));
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      // The layer was removed, or replaced by a file, concurrently.
      return;
    }
  }

  private void add(Path entry, BasicFileAttributes attributes) {
    Path name = entry.getFileName();
    if (attributes.isDirectory()) {
      directories.computeIfAbsent(name, first -> new ArrayList<>()).add(entry);
      return;
    }
    hidden.add(name);
    if (!directories.containsKey(name) && !isWhiteout(attributes)) {
      files.put(name, entry);
      bytes += attributes.isRegularFile() ? attributes.size() : 0;
    }
  }

  private static boolean isWhiteout(BasicFileAttributes attributes) {
    return attributes.isOther() && attributes.size() == 0;
  }

  private static Optional<BasicFileAttributes> attributes(Path file) throws IOException {
    try {
      return Optional.of(
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static boolean isOpaque(Path directory) throws IOException {
    UserDefinedFileAttributeView attributes =
        Files.getFileAttributeView(
            directory, UserDefinedFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    try {
      if (!attributes.list().contains(OPAQUE)) {
        return false;
      }
      ByteBuffer value = ByteBuffer.allocate(attributes.size(OPAQUE));
      attributes.read(OPAQUE, value);
      return new String(value.array(), StandardCharsets.US_ASCII).equals(YES);
    } catch (NoSuchFileException e) {
      return false;
    }
  }
}
