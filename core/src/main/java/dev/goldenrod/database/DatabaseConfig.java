package dev.goldenrod.database;

import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** What a database was asked to have. */
public record DatabaseConfig(Memory memory, Storage storage, Cpu cpu) {
  /** What is given when nothing is asked for. */
  public static final DatabaseConfig DEFAULT = new DatabaseConfig(Memory.M512, Storage.G5, Cpu.ONE);

  public DatabaseConfig {
    Objects.requireNonNull(memory);
    Objects.requireNonNull(storage);
    Objects.requireNonNull(cpu);
  }

  /** What its server may use. */
  public Resources resources() {
    return new Resources(memory.mebibytes);
  }

  /** How much memory its server uses. */
  public enum Memory {
    M256(256),
    M512(512),
    G1(1024),
    G2(2048),
    G4(4096);

    private final int mebibytes;

    Memory(int mebibytes) {
      this.mebibytes = mebibytes;
    }

    /** The name in the API, as in {@code 512m} or {@code 1g}. */
    public String wireName() {
      return mebibytes < 1024 ? mebibytes + "m" : mebibytes / 1024 + "g";
    }

    /** The one of that API name; empty for any other text. */
    public static Optional<Memory> parse(String wireName) {
      return Arrays.stream(values()).filter(one -> one.wireName().equals(wireName)).findFirst();
    }
  }

  /** How much its data may take. */
  public enum Storage {
    G1,
    G5,
    G10,
    G25,
    G50;

    /** The name in the API, as in {@code 5g}. */
    public String wireName() {
      return name().substring(1) + name().substring(0, 1).toLowerCase(Locale.ROOT);
    }

    /** The one of that API name; empty for any other text. */
    public static Optional<Storage> parse(String wireName) {
      return Arrays.stream(values()).filter(one -> one.wireName().equals(wireName)).findFirst();
    }
  }

  /** How many cores its server may use. */
  public enum Cpu {
    HALF("0.5"),
    ONE("1"),
    TWO("2"),
    FOUR("4");

    private final String wireName;

    Cpu(String wireName) {
      this.wireName = wireName;
    }

    /** The name in the API, as in {@code 0.5}. */
    public String wireName() {
      return wireName;
    }

    /** The one of that API name; empty for any other text. */
    public static Optional<Cpu> parse(String wireName) {
      return Arrays.stream(values()).filter(one -> one.wireName.equals(wireName)).findFirst();
    }
  }
}
