package dev.goldenrod.port;

/** Whose tables a store has. */
public enum StoreRelease {
  /** Those of the release that opened it. */
  CURRENT,
  /** Those of a newer release, which has brought them up to its own meanwhile. */
  NEWER
}
