package dev.goldenrod.server.backup;

import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.storage.jdbi.StoreContents;
import dev.goldenrod.storage.jdbi.StoreDumper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Backs up the embedded store before a release migrates it, and keeps the newest three backups. */
public record MigrationBackups(DataDirectory directory, String release)
    implements Consumer<StoreDumper> {
  private static final Logger LOG = LoggerFactory.getLogger(MigrationBackups.class);
  private static final int KEPT = 3;
  private static final String PREFIX = "before-";
  private static final Pattern WHOLE = Pattern.compile(PREFIX + ".+-\\d{8}T\\d{6}\\.\\d{3}Z");
  private static final Pattern UNFINISHED = Pattern.compile(WHOLE + "\\.unfinished-\\d+");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

  @Override
  public void accept(StoreDumper store) {
    Path folder = directory.backups().resolve(PREFIX + release + "-" + TIME.format(Instant.now()));
    StoreContents contents = Backup.write(folder, store, Optional.of(directory.path()), release);
    LOG.info(
        "Backed up the store at migration {} before migrating it: {}",
        contents.schemaVersion(),
        folder);
    deleteOlder();
  }

  /** Deletes only what this class wrote: an administrator may keep other backups there. */
  private void deleteOlder() {
    try (Stream<Path> all = Files.list(directory.backups())) {
      List<Path> found = all.toList();
      found.stream().filter(one -> matches(UNFINISHED, one)).forEach(FileTrees::delete);
      found.stream()
          .filter(one -> matches(WHOLE, one))
          .sorted(Comparator.comparing(MigrationBackups::madeAt).reversed())
          .skip(KEPT)
          .forEach(FileTrees::delete);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + directory.backups(), e);
    }
  }

  private static boolean matches(Pattern name, Path backup) {
    return name.matcher(backup.getFileName().toString()).matches();
  }

  private static String madeAt(Path backup) {
    String name = backup.getFileName().toString();
    return name.substring(name.lastIndexOf('-') + 1);
  }
}
