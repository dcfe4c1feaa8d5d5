package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.PrivateFiles;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Private files in memory. */
record MemoryFiles(Map<String, String> files) implements PrivateFiles {
  MemoryFiles() {
    this(new TreeMap<>());
  }

  @Override
  public Optional<String> read(String name) {
    return Optional.ofNullable(files.get(name));
  }

  @Override
  public void write(String name, String text) {
    files.put(name, text);
  }

  @Override
  public String createIfMissing(String name, String text) {
    files.putIfAbsent(name, text);
    return files.get(name);
  }

  @Override
  public void rename(String from, String text, String to) {
    if (files.remove(from, text)) {
      files.put(to, text);
    }
  }

  @Override
  public void remove(String name) {
    files.remove(name);
  }
}
