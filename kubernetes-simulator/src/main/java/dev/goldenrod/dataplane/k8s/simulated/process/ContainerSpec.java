package dev.goldenrod.dataplane.k8s.simulated.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The specification of a container.
 *
 * @param folder the directory of the container's own files on this machine
 */
public record ContainerSpec(
    String name,
    Image image,
    List<String> command,
    Map<String, String> environment,
    String directory,
    long user,
    long group,
    List<String> groups,
    boolean readOnlyRoot,
    List<Mount> mounts,
    Path folder) {}
