package dev.goldenrod.engine.mysql;

import dev.goldenrod.engine.PrivateFiles;
import java.util.Optional;

/**
 * Private files in which the CA certificate created with the data is joined by further CA
 * certificates, so that both are trusted.
 */
record PrivateFilesWithAuthorities(PrivateFiles files, String authorities) implements PrivateFiles {
  @Override
  public Optional<String> read(String name) {
    Optional<String> found = files.read(name);
    return name.equals(MySqlLogin.AUTHORITY) ? Optional.of(authorities + found.orElse("")) : found;
  }

  @Override
  public void write(String name, String text) {
    files.write(name, text);
  }

  @Override
  public String createIfMissing(String name, String text) {
    return files.createIfMissing(name, text);
  }

  @Override
  public void rename(String from, String text, String to) {
    files.rename(from, text, to);
  }

  @Override
  public void remove(String name) {
    files.remove(name);
  }
}
