package dev.goldenrod.dataplane.local.volume;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A way to copy directories on some file system. */
interface CopyMethod {
  /** Fails if the method does not work in the folder. */
  void probe(Path folder) throws IOException;

  void create(Path directory) throws IOException;

  /** Returns the command that copies a directory made by {@link #create} or by this command. */
  List<String> copying(Path from, Path to);

  void delete(Path directory) throws IOException;

  String description();
}
