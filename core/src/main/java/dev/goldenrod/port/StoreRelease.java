package dev.goldenrod.port;

/** The release of a store's tables. */
public enum StoreRelease {
  /** The tables are those of the release that opened the store. */
  CURRENT,
  /** A server of a newer release has upgraded the tables since. */
  NEWER
}
