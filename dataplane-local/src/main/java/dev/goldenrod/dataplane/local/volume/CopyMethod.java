package dev.goldenrod.dataplane.local.volume;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How a file system copies directories. */
interface CopyMethod {
  /** Proves that it works in the folder. */
  void probe(Path folder) throws IOException;

  /** Makes an empty directory. */
  void create(Path directory) throws IOException;

  /** What copies a directory that {@link #create} or this made. */
  List<String> copying(Path from, Path to);

  /** Deletes a directory of any owner. */
  void delete(Path directory) throws IOException;

  /** What it is called, for people, as in "reflinks". */
  String description();
}
