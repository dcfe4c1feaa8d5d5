package dev.goldenrod.dataplane.local.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.server.ServerCertificate;
import dev.goldenrod.engine.Passwords;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
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
    boolean first = !files.has(RECORD);
    if (first) {
      password();
    }
    files.store(RECORD, record::json, !first);
  }

  public void sync() {
    files.change(
        () -> {
          DurableFile.force(folder.resolve(PASSWORD));
          DurableFile.force(folder.resolve(RECORD));
          DurableFile.force(folder);
          DurableFile.force(folder.toAbsolutePath().getParent());
        });
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
    return createPasswordIfMissing(PASSWORD, false);
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

  /** Returns whether clients could ever log in, even if the saved login is damaged. */
  private boolean hadClients() {
    return files.has(VERIFIED_LOGIN) || files.has(VERIFIED_LOGIN + RecordFiles.DAMAGED);
  }

  public void inheritPassword(String password) {
    files.store(PASSWORD, password, true);
  }

  /** Returns the password for a reset, which is generated and saved if there is none. */
  public String createNextPassword() {
    return createPasswordIfMissing(NEXT_PASSWORD, true);
  }

  public Optional<String> nextPassword() {
    return passwordOf(NEXT_PASSWORD);
  }

  /** Makes the next password the current one. */
  public void confirmNextPassword() {
    files.change(
        () -> {
          Path next = folder.resolve(NEXT_PASSWORD);
          Files.move(next, folder.resolve(PASSWORD), StandardCopyOption.ATOMIC_MOVE);
          DurableFile.force(folder);
        });
  }

  private String createPasswordIfMissing(String name, boolean durable) {
    return passwordOf(name)
        .orElseGet(
            () -> {
              String made = Passwords.random();
              files.store(name, made, durable);
              return made;
            });
  }

  private Optional<String> passwordOf(String name) {
    return files.text(name).filter(text -> WHOLE_PASSWORD.matcher(text).matches());
  }

  @Override
  public Optional<String> tlsIdentity() {
    return files.text(TLS_IDENTITY);
  }

  @Override
  public void saveTlsIdentity(String pem) {
    files.store(TLS_IDENTITY, pem, false);
  }

  /** Returns the SSL mode for clients of the server's last start; empty without TLS. */
  public Optional<String> sslMode() {
    return files.text(SSL_MODE);
  }

  /** Saves the SSL mode; called before the server is started with it. */
  public void noteSslMode(Optional<String> mode) {
    if (mode.isPresent()) {
      files.store(SSL_MODE, mode.get(), false);
    } else {
      files.unmark(SSL_MODE);
    }
  }

  /** Makes the next start enable the login again. */
  public void markLoginDue() {
    files.mark(LOGIN_DUE);
    files.change(() -> DurableFile.force(folder));
  }

  public void unmarkLoginDue() {
    files.unmark(LOGIN_DUE);
  }

  public boolean isLoginDue() {
    return files.has(LOGIN_DUE);
  }

  public void markStandstill() {
    files.mark(STANDING_STILL);
  }

  public void unmarkStandstill() {
    files.unmark(STANDING_STILL);
  }

  public boolean isStandingStill() {
    return files.has(STANDING_STILL);
  }

  public void markRemoval() {
    if (exists()) {
      files.mark(REMOVING);
    }
  }

  public boolean isBeingRemoved() {
    return files.has(REMOVING);
  }

  public void delete() {
    if (exists()) {
      files.change(this::deleteMarkLast);
    }
  }

  private void deleteMarkLast() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> markLast =
          all.sorted(Comparator.comparing(file -> file.endsWith(REMOVING))).toList();
      for (Path file : markLast) {
        Files.delete(file);
      }
      Files.delete(folder);
    }
  }
}
