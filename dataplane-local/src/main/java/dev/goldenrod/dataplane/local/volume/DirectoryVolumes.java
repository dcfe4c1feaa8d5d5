package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Volumes that are plain directories or btrfs subvolumes, copied by a {@link CopyMethod}. */
final class DirectoryVolumes extends DirectoryBackedVolumes {
  /** From Linux 5.10 on, prevents symbolic links of the database's user from redirecting a copy. */
  private static final String WITHOUT_LINKS =
      "mount --bind -o nosymfollow \"$0\" \"$0\" 2>/dev/null; exec \"$@\"";

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
  public boolean isCopyOnWrite() {
    return method != CopyMethod.PLAIN_COPIES;
  }

  @Override
  void createEntry(Path entry) throws IOException {
    method.create(entry);
  }

  @Override
  void cloneEntry(Path golden, Path entry, int mib) {
    Tool.run(method.copying(golden, entry));
  }

  @Override
  void copyEntry(Path volume, Path entry, Consumer<Runnable> standstill) {
    List<String> command = new ArrayList<>();
    if (context.canMount() && Tool.tryRun("unshare", "--mount", "true").succeeded()) {
      String mounted = folder.toString();
      command.addAll(List.of("unshare", "--mount", "--", "sh", "-c", WITHOUT_LINKS, mounted));
    }
    command.addAll(method.copying(volume, entry));
    standstill.accept(() -> Tool.run(command));
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
  void deleteEntry(Path entry) {
    method.delete(entry);
  }
}
