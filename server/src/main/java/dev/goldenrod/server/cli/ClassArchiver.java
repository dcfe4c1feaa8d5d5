package dev.goldenrod.server.cli;

import dev.goldenrod.cli.ClassArchive;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates the class data archive that makes later starts of the same jar faster, some time after
 * this start, in another Java machine of low priority. The launcher {@code goldenrod} decides
 * whether a start uses an archive, or lists its classes for a new one.
 *
 * <p>A server that creates an archive holds a lock, which ends with its process. An empty archive
 * file says that Java could not create it. The launcher ignores such a file after a day.
 */
final class ClassArchiver implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClassArchiver.class);
  private static final Duration RETRY_AFTER = Duration.ofDays(1);

  private final Path folder;
  private final Path archive;
  private final Path lock;
  private final Path jar;
  private final Thread thread;

  /**
   * @param folder contains the file {@code list} with this process's classes; its name is that of
   *     the archive, a dot and the process id
   */
  private ClassArchiver(Path folder, Path jar, Duration delay) {
    this.folder = folder;
    this.jar = jar;
    String name = folder.getFileName().toString();
    this.archive = folder.resolveSibling(name.replaceFirst("[.][^.]*$", ""));
    this.lock = folder.resolveSibling(name.replaceFirst("[.]jsa[.][^.]*$", ".lock"));
    this.thread = new Thread(() -> run(delay), "class-archiver");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
  }

  /**
   * Starts to create an archive if the launcher has asked for one. Otherwise deletes the archive
   * that this process was started with if the Java machine rejected it.
   */
  static ClassArchiver start() {
    Path folder = Path.of(System.getProperty("goldenrod.archive.new", ""));
    Path jar = Path.of(System.getProperty("java.class.path"));
    Duration delay = Duration.ofSeconds(Long.getLong("goldenrod.archive.delay", 30));
    return start(folder, jar, delay);
  }

  /**
   * @param folder has an empty name if no archive is to be created
   */
  static ClassArchiver start(Path folder, Path jar, Duration delay) {
    ClassArchiver archiver = new ClassArchiver(folder, jar, delay);
    if (folder.toString().isEmpty()) {
      ClassArchive.ofProcess().deleteIfRejected();
    } else {
      archiver.thread.start();
    }
    return archiver;
  }

  /** Ends the creation if it is not complete, and deletes its files. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(Duration delay) {
    try {
      TimeUnit.NANOSECONDS.sleep(delay.toNanos());
      createAlone();
    } catch (InterruptedException stopped) {
      LOG.debug("The server stops: created no archive of its classes");
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("Cannot create an archive of the server's classes, will retry at the next start", e);
    } finally {
      deleteFolder();
    }
  }

  /** Creates the archive, unless another server is creating it or has done so. */
  private void createAlone() throws IOException, InterruptedException {
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) {
      if (held != null) {
        try {
          createIfMissing();
        } finally {
          Files.deleteIfExists(lock);
        }
      }
    } catch (OverlappingFileLockException byThisProcess) {
      LOG.debug("This process is creating {} already", archive);
    }
  }

  private void createIfMissing() throws IOException, InterruptedException {
    if (!isCurrent()) {
      create();
    }
  }

  private boolean isCurrent() throws IOException {
    if (!Files.isRegularFile(archive, LinkOption.NOFOLLOW_LINKS)
        || !Files.getOwner(archive).equals(Files.getOwner(folder))) {
      return false;
    }
    FileTime created = Files.getLastModifiedTime(archive);
    boolean isOfJar = created.compareTo(Files.getLastModifiedTime(jar)) >= 0;
    boolean isRecent = created.toInstant().isAfter(Instant.now().minus(RETRY_AFTER));
    return isOfJar && (Files.size(archive) > 0 || isRecent);
  }

  private void create() throws IOException, InterruptedException {
    long begun = System.nanoTime();
    Path classes = Files.write(folder.resolve("classes"), completeLines(folder.resolve("list")));
    Path created = folder.resolve("jsa");
    if (!dump(classes, created)) {
      LOG.info("Java cannot create an archive of the server's classes; starts remain slower");
      Files.deleteIfExists(archive);
      Files.createFile(archive);
      return;
    }
    try (FileChannel written = FileChannel.open(created)) {
      written.force(true);
    }
    Files.move(
        created, archive, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    LOG.info(
        "Created an archive of the server's classes in {} s, for faster starts: {}",
        TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun),
        archive);
  }

  /** Returns the list without an incomplete last line: Java writes the file in blocks. */
  private static List<String> completeLines(Path list) throws IOException {
    String text = Files.readString(list);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  /** Returns whether Java created the archive. */
  private boolean dump(Path classes, Path created) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:dump", "-Xlog:disable", "-XX:TieredStopAtLevel=1", "-Xmx192m"));
    command.add("-XX:SharedClassListFile=" + classes);
    command.add("-XX:SharedArchiveFile=" + created);
    command.addAll(List.of("-cp", jar.toString()));
    return Tool.runAtLowPriority(command) == 0 && Files.exists(created) && Files.size(created) > 0;
  }

  private void deleteFolder() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("Cannot delete {}, the next server will", folder, e);
    }
  }
}
