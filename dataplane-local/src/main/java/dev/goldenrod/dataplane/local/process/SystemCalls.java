package dev.goldenrod.dataplane.local.process;

import com.sun.jna.Library;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Linux system calls that Java has no methods for. Unless stated otherwise, methods throw {@link
 * RefusedException} if the kernel refuses the call. Thread-safe.
 */
public final class SystemCalls {
  /** Lets {@link #unmount} succeed while the file system is in use. */
  public static final int DETACH = 2;

  private static final Logger LOG = LoggerFactory.getLogger(SystemCalls.class);

  private static final int CLOSE_ON_EXEC = 02000000;
  private static final int OWN_FOLDER = 0x200;
  private static final long UNCHANGED = -1;

  /** Relative paths start at the calling thread's folder. */
  private static final int AT_FOLDER = -100;

  private static final int AT_EMPTY_PATH = 0x1000;
  private static final int COPY_OF_MOUNT = 1;
  private static final int MOVE_FROM_EMPTY_PATH = 4;
  private static final long READ_ONLY_AND_ID_MAPPED = 0x100001;
  private static final long NO_SETUID_NO_DEVICES_NO_PROGRAMS = 2 | 4 | 8;

  private static final int NO_SUCH_PROCESS = 3;

  private static final long READ_ONLY = 1;
  private static final long REMOUNT = 32;
  private static final long NO_LINKS = 256;
  private static final long BIND = 4096;

  private static final long GET_ATTRIBUTES = 0x801c581fL;
  private static final long SET_ATTRIBUTES = 0x401c5820L;
  private static final int INHERITED_PROJECT = 0x200;
  private static final int ATTRIBUTES_BYTES = 28;
  private static final long PROJECT_OFFSET = 12;
  private static final long SET_PROJECT_QUOTA = 0x80000802L;
  private static final int QUOTA_BYTES = 72;
  private static final long CHANGED_FIELDS_OFFSET = 64;
  private static final int BLOCK_LIMITS = 1;

  private static final long PIDFD_SEND_SIGNAL = 424;
  private static final long OPEN_TREE = 428;
  private static final long MOVE_MOUNT = 429;
  private static final long PIDFD_OPEN = 434;
  private static final long MOUNT_SETATTR = 442;
  private static final long QUOTACTL_FD = 443;

  /** The number of setresuid, which is older than the common numbers of all architectures. */
  private static final Map<String, Long> SETRESUID = Map.of("amd64", 117L, "aarch64", 147L);

  private static final Optional<C> LIBRARY = load();

  private SystemCalls() {}

  /** Functions of the C library; -1 is a failure. */
  private interface C extends Library {
    int open(String path, int flags);

    int close(int descriptor);

    int syncfs(int descriptor);

    int mount(String source, String target, String type, NativeLong flags, String options);

    int umount2(String target, int flags);

    int unshare(int flags);

    int chdir(String path);

    int kill(int process, int signal);

    int ioctl(int descriptor, NativeLong request, Object... arguments);

    String strerror(int error);

    NativeLong syscall(NativeLong number, Object... arguments);
  }

  /** Thrown if the kernel refuses a call. */
  public static final class RefusedException extends DataPlaneException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /** An open file or directory. */
  public record Descriptor(int number) implements AutoCloseable {
    @Override
    public void close() {
      library().close(number);
    }
  }

  private static Optional<C> load() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return Optional.empty();
    }
    try {
      String charset = System.getProperty("sun.jnu.encoding");
      return Optional.of(
          Native.load("c", C.class, Map.of(Library.OPTION_STRING_ENCODING, charset)));
    } catch (LinkageError e) {
      LOG.warn(
          "Programs make system calls, which is slower, and root mounts no overlays: JNA's native"
              + " code cannot be loaded ({}); name a folder from which code may be loaded with"
              + " -Djna.tmpdir=FOLDER",
          e.getMessage());
      return Optional.empty();
    }
  }

  /** Returns whether this is Linux and the native library could be loaded. */
  public static boolean areAvailable() {
    return LIBRARY.isPresent();
  }

  private static C library() {
    return LIBRARY.orElseThrow();
  }

  /**
   * Runs the work in a thread of its own, whose user and folder it may change by {@link #become}
   * and {@link #enter}: the kernel keeps both for each thread. Returns when the work is done.
   */
  public static void inOwnThread(Runnable work) {
    try {
      CompletableFuture.runAsync(work, SystemCalls::start).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof DataPlaneException refused) {
        throw refused;
      }
      throw e;
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "goldenrod-system-calls");
    thread.setDaemon(true);
    thread.start();
  }

  /** Changes the real and the effective user of the calling thread, but not the saved one. */
  static void become(int real, int effective) {
    Long number = SETRESUID.get(System.getProperty("os.arch"));
    if (number == null) {
      throw new RefusedException("unknown architecture " + System.getProperty("os.arch"));
    }
    // Not the library's function of this name, which changes the user of all threads.
    call("setresuid", number, unsigned(real), unsigned(effective), UNCHANGED);
  }

  /** Changes the folder of the calling thread. */
  public static void enter(Path folder) {
    require("unshare", library().unshare(OWN_FOLDER));
    require("chdir " + folder, library().chdir(folder.toString()));
  }

  /**
   * Signals all processes that the calling thread may signal, except this one; there may be none.
   */
  static void signalAll(int signal) {
    int result = library().kill(-1, signal);
    if (Native.getLastError() != NO_SUCH_PROCESS) {
      require("kill", result);
    }
  }

  /** Sends the signal, since Linux 5.3 even if another process gets the same id meanwhile. */
  static void signal(ProcessHandle process, int signal) {
    long held = library().syscall(new NativeLong(PIDFD_OPEN), process.pid(), 0L).longValue();
    if (held == -1) {
      signalById(process, signal);
      return;
    }
    try (Descriptor descriptor = new Descriptor((int) held)) {
      if (process.isAlive()) {
        long number = descriptor.number();
        call("pidfd_send_signal", PIDFD_SEND_SIGNAL, number, (long) signal, 0L, 0L);
      }
    }
  }

  private static void signalById(ProcessHandle process, int signal) {
    if (process.isAlive()) {
      require("kill", library().kill((int) process.pid(), signal));
    }
  }

  /** Flushes the file system of the file or directory; fails if one of its writes was lost. */
  public static void flushFileSystem(Path path) {
    try (Descriptor held = open(path)) {
      require("syncfs " + path, library().syncfs(held.number()));
    }
  }

  /**
   * @param flags {@link #DETACH} or 0
   */
  public static void unmount(String point, int flags) {
    require("umount " + point, library().umount2(point, flags));
  }

  /** Opens a file or directory for reading. */
  public static Descriptor open(Path path) {
    return new Descriptor(require("open " + path, library().open(path.toString(), CLOSE_ON_EXEC)));
  }

  /**
   * Mounts the calling thread's folder also at the given one, read-only and with the ids of a user
   * namespace. Requires Linux 5.12.
   */
  public static void mountWithIdsOf(Descriptor namespace, String point) {
    try (Descriptor copy =
        descriptor(
            "open_tree", OPEN_TREE, (long) AT_FOLDER, ".", (long) COPY_OF_MOUNT | CLOSE_ON_EXEC)) {
      Memory attributes = new Memory(4L * Long.BYTES);
      attributes.clear();
      attributes.setLong(0, READ_ONLY_AND_ID_MAPPED);
      attributes.setLong(3L * Long.BYTES, namespace.number());
      long tree = copy.number();
      call(
          "mount_setattr",
          MOUNT_SETATTR,
          tree,
          "",
          (long) AT_EMPTY_PATH,
          attributes,
          attributes.size());
      call(
          "move_mount", MOVE_MOUNT, tree, "", (long) AT_FOLDER, point, (long) MOVE_FROM_EMPTY_PATH);
    }
  }

  /** Mounts a folder also at another one, read-only and, since Linux 5.10, following no links. */
  public static void mountWithoutLinks(String folder, String point) {
    bind(folder, point, BIND);
    try {
      bind(folder, point, REMOUNT | BIND | READ_ONLY | NO_LINKS | NO_SETUID_NO_DEVICES_NO_PROGRAMS);
    } catch (RefusedException e) {
      unmount(point, DETACH);
      throw e;
    }
  }

  private static void bind(String folder, String point, long flags) {
    int result = library().mount(folder, point, "none", new NativeLong(flags), "");
    require("mount " + point, result);
  }

  /** Mounts an overlay without devices, programs and privileges. */
  public static void mountOverlay(String point, String options) {
    NativeLong flags = new NativeLong(NO_SETUID_NO_DEVICES_NO_PROGRAMS);
    require("mount " + point, library().mount("goldenrod", point, "overlay", flags, options));
  }

  /** Makes an empty directory, and the files that will be created in it, part of a project. */
  public static void assignProject(Path directory, int project) {
    try (Descriptor held = open(directory)) {
      Memory attributes = new Memory(ATTRIBUTES_BYTES);
      control(directory, held, GET_ATTRIBUTES, attributes);
      attributes.setInt(0, attributes.getInt(0) | INHERITED_PROJECT);
      attributes.setInt(PROJECT_OFFSET, project);
      control(directory, held, SET_ATTRIBUTES, attributes);
    }
  }

  private static void control(Path path, Descriptor held, long request, Memory attributes) {
    int result = library().ioctl(held.number(), new NativeLong(request), attributes);
    require("ioctl " + path, result);
  }

  /**
   * Limits the space of a project's files. Requires Linux 5.14.
   *
   * @param folder any folder of the file system
   * @param kib the limit in KiB; 0 for none
   */
  public static void limitProject(Path folder, int project, long kib) {
    try (Descriptor held = open(folder)) {
      Memory limits = new Memory(QUOTA_BYTES);
      limits.clear();
      limits.setLong(0, kib);
      limits.setInt(CHANGED_FIELDS_OFFSET, BLOCK_LIMITS);
      long fileSystem = held.number();
      call("quotactl_fd", QUOTACTL_FD, fileSystem, SET_PROJECT_QUOTA, unsigned(project), limits);
    }
  }

  private static Descriptor descriptor(String name, long number, Object... arguments) {
    return new Descriptor((int) call(name, number, arguments));
  }

  private static long call(String name, long number, Object... arguments) {
    return require(name, library().syscall(new NativeLong(number), arguments).longValue());
  }

  private static int require(String call, int result) {
    return (int) require(call, (long) result);
  }

  private static long require(String call, long result) {
    if (result == -1) {
      throw new RefusedException(call + ": " + library().strerror(Native.getLastError()));
    }
    return result;
  }

  private static long unsigned(int id) {
    return Integer.toUnsignedLong(id);
  }
}
