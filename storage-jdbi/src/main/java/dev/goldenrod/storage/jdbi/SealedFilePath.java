package dev.goldenrod.storage.jdbi;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * Files that H2 cannot reopen by itself. H2 closes a database that it could not write, and would
 * otherwise reopen it at the next connection, at an older version than the newest.
 *
 * <p>For URLs that begin with {@code jdbc:h2:sealed:}. Public because H2 instantiates it.
 */
public final class SealedFilePath extends FilePathWrapper {
  private static final String SCHEME = "sealed";
  private static final Set<String> SEALED = ConcurrentHashMap.newKeySet();
  private static final Map<String, FileChannel> OPEN = new ConcurrentHashMap<>();

  /** Registers the class with H2, and returns the prefix of its paths. */
  static String prefix() {
    FilePath.register(new SealedFilePath());
    return SCHEME + ":";
  }

  /** Makes H2 fail to open the file until it is unsealed. Open files stay open. */
  static void seal(String file) {
    SEALED.add(file);
  }

  /** Lets H2 open the file again. Closes it first if H2 did not, which also releases H2's lock. */
  static void unseal(String file) throws IOException {
    FileChannel left = OPEN.remove(file);
    if (left != null) {
      left.close();
    }
    SEALED.remove(file);
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public FileChannel open(String mode) throws IOException {
    String file = name.substring(name.indexOf('/'));
    if (SEALED.contains(file)) {
      throw new IOException(file + " was closed, because it could not be written");
    }
    FileChannel channel = getBase().open(mode);
    OPEN.put(file, channel);
    return channel;
  }
}
