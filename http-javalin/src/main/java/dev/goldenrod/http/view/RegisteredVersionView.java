package dev.goldenrod.http.view;

import dev.goldenrod.control.Goldens;
import java.util.UUID;

/** The answer to the registration of a version. */
public record RegisteredVersionView(UUID snapshotId, int version) {
  public static RegisteredVersionView of(Goldens.RegisteredVersion registered) {
    return new RegisteredVersionView(registered.goldenId(), registered.version());
  }
}
