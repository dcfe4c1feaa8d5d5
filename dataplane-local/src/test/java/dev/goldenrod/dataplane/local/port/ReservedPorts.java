package dev.goldenrod.dataplane.local.port;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The ports that servers of this machine have reserved, including those of other builds. */
public final class ReservedPorts {
  private ReservedPorts() {}

  /** Returns the ports that the owner has reserved. */
  public static Set<Integer> of(String owner) {
    try (Stream<Path> claims = Files.list(PortReservations.ofUser())) {
      return claims
          .filter(claim -> claim.getFileName().toString().matches("\\d+"))
          .filter(claim -> text(claim).filter(owner::equals).isPresent())
          .map(claim -> Integer.valueOf(claim.getFileName().toString()))
          .collect(Collectors.toSet());
    } catch (NoSuchFileException e) {
      return Set.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Another build may release its reservation concurrently. */
  private static Optional<String> text(Path claim) {
    try {
      return Optional.of(Files.readString(claim));
    } catch (NoSuchFileException gone) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
