package dev.goldenrod.dataplane.local.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.server.ServerCertificate;
import dev.goldenrod.engine.Passwords;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of a database outside its volume, in a folder that only the server's user can enter.
 * Files are replaced atomically.
 */
public final class DatabaseFolder implements ServerCertificate.Storage {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String RECORD = "clone.json";
  private static final String VERIFIED_LOGIN = "admission.json";
  private static final String PASSWORD = "password";
  private static final String NEXT_PASSWORD = "password.next";

  /** Rejects files that a power failure left empty or full of zeros. */
  private static final Pattern WHOLE_PASSWORD = Pattern.compile("[\\x21-\\x7e]+");

  private static final String TLS_IDENTITY = "tls.pem";
  private static final String SSL_MODE = "sslmode";
  private static final String LOGIN_DUE = "login-due";
  private static final String REMOVING = "removing";
  private static final String STANDING_STILL = "standing-still";

  private final Path folder;
  private final RecordFiles files;

  public DatabaseFolder(Path folder) {
    this.folder = folder;
    this.files = new RecordFiles(folder);
  }

  public boolean exists() {
    return Files.isDirectory(folder);
  }

  public Path log() {
    return folder.resolve("log");
  }

  public Optional<DatabaseRecord> record() {
    return files.read(RECORD, DatabaseRecord::parse);
  }

  /**
   * Saves the record, and generates the password if there is none. The first record survives a
   * power failure only after {@link #sync}, each later one immediately.
   */
  public void save(DatabaseRecord record) {
    boolean first = !Files.exists(folder.resolve(RECORD));
    if (first) {
      password();
    }
    files.store(RECORD, record::json, !first);
  }

  public void sync() {
    try {
      DurableFile.force(folder.resolve(PASSWORD));
      DurableFile.force(folder.resolve(RECORD));
      DurableFile.force(folder);
      DurableFile.force(folder.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }

  public Optional<VerifiedLogin> verifiedLogin() {
    return files.read(VERIFIED_LOGIN, json -> JSON.readValue(json, VerifiedLogin.class));
  }

  /** Called before clients get the login: without a saved login the port may change. */
  public void save(VerifiedLogin login) {
    files.store(VERIFIED_LOGIN, () -> JSON.writeValueAsBytes(login), true);
  }

  /**
   * Returns the password, which is generated if there is none.
   *
   * @throws DataPlaneException if clients know a password that is lost; see {@link #lostPassword}
   */
  public String password() {
    lostPassword()
        .ifPresent(
            lost -> {
              throw new DataPlaneException(lost);
            });
    return passwordOf(PASSWORD)
        .orElseGet(
            () -> {
              String made = Passwords.random();
              files.store(PASSWORD, () -> made.getBytes(StandardCharsets.US_ASCII), false);
              return made;
            });
  }

  /**
   * Returns an error with advice if clients know a password that is lost, or else empty. Before
   * clients know it, the file may be empty after a power failure without harm.
   */
  public Optional<String> lostPassword() {
    return hasPassword() || !hadClients()
        ? Optional.empty()
        : Optional.of(
            "the database's password is lost: %s is missing, empty or damaged; reset the credentials (POST …/credentials/reset), or restore the file from a backup"
                .formatted(folder.resolve(PASSWORD)));
  }

  public boolean hasPassword() {
    return passwordOf(PASSWORD).isPresent();
  }

  private Optional<String> passwordOf(String name) {
    return files
        .read(name, bytes -> new String(bytes, StandardCharsets.US_ASCII))
        .filter(text -> WHOLE_PASSWORD.matcher(text).matches());
  }

  /** Returns whether clients could ever log in, even if the saved login is damaged. */
  private boolean hadClients() {
    return Files.exists(folder.resolve(VERIFIED_LOGIN))
        || Files.exists(folder.resolve(VERIFIED_LOGIN + RecordFiles.DAMAGED));
  }

  public void inheritPassword(String password) {
    files.store(PASSWORD, () -> password.getBytes(StandardCharsets.US_ASCII), true);
  }

  @Override
  public Optional<String> tlsIdentity() {
    return files.read(TLS_IDENTITY, bytes -> new String(bytes, StandardCharsets.US_ASCII));
  }

  @Override
  public void saveTlsIdentity(String pem) {
    files.store(TLS_IDENTITY, () -> pem.getBytes(StandardCharsets.US_ASCII), false);
  }

  /** Returns the SSL mode for clients of the server's last start; empty without TLS. */
  public Optional<String> sslMode() {
    return files.read(SSL_MODE, bytes -> new String(bytes, StandardCharsets.US_ASCII));
  }

  /** Saves the SSL mode; called before the server is started with it. */
  public void noteSslMode(Optional<String> mode) {
    if (mode.isPresent()) {
      files.store(SSL_MODE, () -> mode.get().getBytes(StandardCharsets.US_ASCII), false);
    } else {
      remove(SSL_MODE);
    }
  }

  /** Returns the password for a reset, which is generated and saved if there is none. */
  public String createNextPassword() {
    return nextPassword()
        .orElseGet(
            () -> {
              String made = Passwords.random();
              files.store(NEXT_PASSWORD, () -> made.getBytes(StandardCharsets.US_ASCII), true);
              return made;
            });
  }

  public Optional<String> nextPassword() {
    return passwordOf(NEXT_PASSWORD);
  }

  /** Makes the next password the current one. */
  public void confirmNextPassword() {
    try {
      Files.move(
          folder.resolve(NEXT_PASSWORD), folder.resolve(PASSWORD), StandardCopyOption.ATOMIC_MOVE);
      DurableFile.force(folder);
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }

  /** Makes the next start enable the login again. */
  public void markLoginDue() {
    write(LOGIN_DUE);
    try {
      DurableFile.force(folder);
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }

  public void unmarkLoginDue() {
    remove(LOGIN_DUE);
  }

  public boolean isLoginDue() {
    return Files.exists(folder.resolve(LOGIN_DUE));
  }

  public void markRemoval() {
    if (exists()) {
      write(REMOVING);
    }
  }

  private void write(String mark) {
    try {
      Files.write(folder.resolve(mark), new byte[0]);
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }

  public void markStandstill() {
    write(STANDING_STILL);
  }

  public void unmarkStandstill() {
    remove(STANDING_STILL);
  }

  private void remove(String mark) {
    try {
      Files.deleteIfExists(folder.resolve(mark));
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }

  public boolean isStandingStill() {
    return Files.exists(folder.resolve(STANDING_STILL));
  }

  public boolean isBeingRemoved() {
    return Files.exists(folder.resolve(REMOVING));
  }

  public void delete() {
    if (!exists()) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> markLast =
          files.sorted(Comparator.comparing(file -> file.endsWith(REMOVING))).toList();
      for (Path file : markLast) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw RecordFiles.failure(folder, e);
    }
  }
}
