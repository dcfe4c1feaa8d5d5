package dev.goldenrod.control;

/**
 * A version to register.
 *
 * @param substrate the API's name of the kind of database
 * @param sourceRef where it came from; may be empty
 * @param handle what the data plane clones from
 * @param sizeBytes 0 when unknown
 */
public record RegisterVersion(
    String name, String substrate, String sourceRef, String handle, long sizeBytes) {}
