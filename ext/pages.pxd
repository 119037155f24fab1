"""Large pages for large tables, where the system has them: half the time of a probe."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    static inline void kozyr_use_large_pages(void *memory, uint64_t size)
    {
        const uintptr_t large = (uintptr_t)1 << 21;
        uintptr_t from = ((uintptr_t)memory + large - 1) & ~(large - 1);
        uintptr_t to = ((uintptr_t)memory + size) & ~(large - 1);
        if (to > from) madvise((void *)from, to - from, MADV_HUGEPAGE);
    }
    #else
    static inline void kozyr_use_large_pages(void *memory, uint64_t size)
    { (void)memory; (void)size; }
    #endif
    """
    # Advice, not a demand: whole large pages inside the memory, filled when touched.
    void use_large_pages "kozyr_use_large_pages"(
        void *memory, uint64_t size
    ) noexcept nogil
