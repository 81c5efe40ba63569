import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to the card named by the URL hash and highlights it briefly. */
export function useScrollToCard(): void {
  const location = useLocation();
  useEffect(() => {
    const { hash } = location;
    const card = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!card) return;
    card.scrollIntoView({ block: 'center' });
    const brand = getComputedStyle(card).getPropertyValue('--brand');
    card.animate({ outline: [`2px solid ${brand}`, '2px solid transparent'] }, { duration: 2000, easing: 'ease-in' });
  }, [location]);
}
