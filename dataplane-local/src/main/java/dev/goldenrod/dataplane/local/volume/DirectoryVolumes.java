package dev.goldenrod.dataplane.local.volume;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Volumes that are plain directories or btrfs subvolumes, copied by what the file system can do.
 */
final class DirectoryVolumes extends DirectoryBackedVolumes {
  private final CopyMethod method;

  DirectoryVolumes(VolumeContext context, CopyMethod method) throws IOException {
    super(context);
    this.method = method;
    method.probe(folder);
    sweep();
  }

  @Override
  public String description() {
    return method.description() + " on " + context.description();
  }

  @Override
  void createEntry(Path entry) throws IOException {
    method.create(entry);
  }

  @Override
  void cloneEntry(Path golden, Path entry) throws IOException {
    method.copy(golden, entry);
  }

  @Override
  void copyEntry(Path volume, Path entry) throws IOException {
    method.copy(volume, entry);
  }

  @Override
  Path content(Path entry) {
    return entry;
  }

  @Override
  Path attach(Path entry) {
    return entry;
  }

  @Override
  void detach(Path entry) {}

  @Override
  void deleteEntry(Path entry) throws IOException {
    method.delete(entry);
  }
}
