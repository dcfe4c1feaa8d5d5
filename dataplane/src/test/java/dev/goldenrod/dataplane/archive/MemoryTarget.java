package dev.goldenrod.dataplane.archive;

import java.io.ByteArrayOutputStream;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A target that keeps the unpacked files in memory. */
final class MemoryTarget implements ArchiveTarget {
  final List<String> folders = new ArrayList<>();
  final Map<String, byte[]> files = new TreeMap<>();
  private final long room;

  MemoryTarget(long room) {
    this.room = room;
  }

  @Override
  public Room room() {
    return new Room(room, "make room");
  }

  @Override
  public void makeFolder(String path) {
    folders.add(path);
  }

  @Override
  public WritableByteChannel makeFile(String path, long size) {
    ByteArrayOutputStream content =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            files.put(path, toByteArray());
          }
        };
    return Channels.newChannel(content);
  }
}
